/** An IP address as people write it: that of IPv6 without its zeros (RFC 5952). What is no address stays as it is. */
export function shortAddress(address: string): string {
  const url = `http://[${address}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address
}
