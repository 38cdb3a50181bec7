const run = Date.now().toString(16).padStart(16, '0')
let told = 0

/** For autocannon: each beacon is of another view, and of one of 25,000 addresses. */
function setUpClient(client) {
  const { headers } = client.opts
  const next = () => {
    told += 1
    const id = run + told.toString(16).padStart(16, '0')
    client.setHeadersAndBody(
      { ...headers, 'x-forwarded-for': `203.0.${Math.floor(told / 250) % 100}.${told % 250}` },
      JSON.stringify({ kind: 'view', id, path: '/', referrer: 'site.example', utm: ['', '', ''] }),
    )
  }
  next()
  client.on('response', next)
}

// Its worker loads this as CommonJS.
export { setUpClient as 'module.exports' }
