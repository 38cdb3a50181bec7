/** Whether If-None-Match names `etag`, compared weakly (RFC 9110 §13.1.2): the reader has the current version. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === '*') return true
  const wanted = opaque(etag)
  return header.split(',').some((one) => opaque(one.trim()) === wanted)
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}
