/** Weak comparison with If-None-Match (RFC 9110 §13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === '*') return true
  const wanted = opaque(etag)
  return header.split(',').some((one) => opaque(one.trim()) === wanted)
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}
