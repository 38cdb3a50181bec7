/** RFC 5321 §4.5.3.1.3, without angle brackets. */
export const MAX_EMAIL_LENGTH = 254

/** HTML standard, §4.10.5.1.5 (email fields). */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)
}
