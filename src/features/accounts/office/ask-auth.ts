/** What came of a call below /api/auth: what was answered, or why not in words for who asked. */
export type AuthAnswer<T> =
  | { kind: 'done'; data: T }
  /** `field` is the one that is wrong, where it is one. */
  | { kind: 'refused'; message: string; field?: string; status: number }
  /** Nothing was answered, or nothing that can be read. */
  | { kind: 'failed' }

/** Spec §8: an unexpected exception. */
export const UNEXPECTED = 'An unexpected error occurred'

/** Calls `/api/auth/…`: with POST where there is a body. Never rejects. */
export async function askAuth<T = unknown>(path: string, body?: object): Promise<AuthAnswer<T>> {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : null,
    })
    const answered = await response.json()
    if (response.ok) return { kind: 'done', data: answered }
    const { message = UNEXPECTED, field } = answered
    return { kind: 'refused', message, field, status: response.status }
  } catch {
    return { kind: 'failed' }
  }
}

/** The words for an answer that is none, to stand beside a form. */
export function messageOf(answer: Exclude<AuthAnswer<unknown>, { kind: 'done' }>): string {
  return answer.kind === 'refused' ? answer.message : `${UNEXPECTED}. Please try again.`
}
