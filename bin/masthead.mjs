#!/usr/bin/env node
// The command of Masthead. This file must be readable to any Node.js, so that an old one gets a sentence to read.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Masthead needs Node.js 20 or later, and this is ${process.version}: see https://nodejs.org.`)
  process.exitCode = 1
} else {
  import('./launch.mjs').then(({ launch }) => launch(process.argv.slice(2)))
}
