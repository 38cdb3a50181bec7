/** Whether `text` is a UUID as PostgreSQL writes it (RFC 9562 §4, in small letters), and so can be an id at all. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
