#!/usr/bin/env node
// Node.js 20 is enough to start the included one, although npm warns about packages that need more.
// The syntax of this file must be valid in old versions of Node.js, so that they can print the error below.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Masthead requires Node.js 22.13 or later; this is ${process.version}. See https://nodejs.org.`,
  )
  process.exitCode = 1
} else {
  import('./launch.mjs').then(({ launch }) => launch(process.argv.slice(2)))
}
