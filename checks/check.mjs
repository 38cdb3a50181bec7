import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url))

const TYPES_CACHE = 'node_modules/.cache/types.tsbuildinfo'

/** Checks that do not run the product; each takes seconds. */
const STATIC_CHECKS = [
  { name: 'format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '--colors=off', '.'] },
  // A fifth of the time after small changes.
  {
    name: 'types',
    command: [bin('tsc'), '--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', TYPES_CACHE],
  },
  {
    name: 'dependencies',
    command: [bin('depcruise'), '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', 'src'],
  },
  {
    name: 'regular expressions',
    command: [process.execPath, fileURLToPath(new URL('regular-expressions.mjs', import.meta.url))],
  },
  { name: 'phrases', command: [process.execPath, fileURLToPath(new URL('phrases.mjs', import.meta.url))] },
  { name: 'unused code', command: [bin('knip')] },
]

/** Runs one check in the project's folder. @returns {Promise<{ok: boolean, output: string}>} */
function runCheck({ command: [program, ...args] }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'pipe' })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString() }))
  })
}

if (import.meta.main) {
  const results = await Promise.all(
    STATIC_CHECKS.map(async (check) => ({ ...check, ...(await runCheck(check)) })),
  )
  for (const { name, ok, output } of results)
    console.log(ok ? `${name}: passed` : `${name}: failed\n${output}`)
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
}
