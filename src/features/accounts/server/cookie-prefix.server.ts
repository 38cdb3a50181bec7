/** Browsers accept `__Host-` cookies only from this host and over https (RFC 6265bis §4.1.3.2). */
export function cookiePrefix(origin: string): '__Host-' | '' {
  return origin.startsWith('https:') ? '__Host-' : ''
}
