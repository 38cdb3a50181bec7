/** What may be kept for all: whole, our own, and not said to be for one person or one moment. */
export function isKeepable({ status, type, redirected, headers }: Response): boolean {
  const cacheControl = headers.get('cache-control') ?? ''
  // A Set-Cookie is hidden from scripts; the server never sends one without no-store (`page-renderer.server.ts`), and
  // what is kept was asked for without cookies.
  return status === 200 && type === 'basic' && !redirected && !/no-store|private/i.test(cacheControl)
}
