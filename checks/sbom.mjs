// Run by `npm pack`: writes a software bill of materials in the CycloneDX format to dist/sbom.cdx.json.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {{ name: string, version: string, 'bom-ref': string, properties?: { name: string }[] }} Component */

/** @param {{ name: string, version: string }} component */
const identify = ({ name, version }) => `${name}@${version}`

/**
 * Lists the packages that npm installs with Masthead, on all platforms, and those whose code is in dist/. The latter are
 * development dependencies for npm.
 */
export function createSbom() {
  const { components, dependencies, ...document } = npmSbom()
  const bundled = ['client', 'server'].flatMap((side) =>
    JSON.parse(readFileSync(join(ROOT, 'dist/licenses', `${side}.json`), 'utf8')),
  )
  const shipped = new Set([...npmSbom('--omit=dev').components, ...bundled].map(identify))
  // npm marks a package as a development dependency if any copy of it is one, and --omit=dev drops packages shared with tools.
  const isTool = ({ properties = [] }) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development')
  const listed = components.filter((component) => !isTool(component) || shipped.has(identify(component)))
  // npm uses the name of the folder.
  document.metadata.component.name = 'masthead'
  const refs = new Set(listed.map((component) => component['bom-ref']))
  return {
    ...document,
    components: listed.map(({ properties: _, ...component }) => component),
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref) || ref === document.metadata.component['bom-ref'])
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => refs.has(needed)) })),
  }
}

/**
 * @param {string} omit npm's option --omit; the default overrides the setting that `npm pack` passes to this process
 * @returns {{ components: Component[], dependencies: { ref: string, dependsOn: string[] }[], metadata: { component: Component } }}
 */
function npmSbom(omit = '--omit=') {
  const options = [
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--loglevel=error',
  ]
  return JSON.parse(
    execFileSync('npm', ['sbom', ...options, omit], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  )
}

if (import.meta.main) writeFileSync(join(ROOT, 'dist/sbom.cdx.json'), JSON.stringify(createSbom(), null, 2))
