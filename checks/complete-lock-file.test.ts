import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { missingPackages } from './complete-lock-file.mjs'

it('package-lock.json contains the optional packages for every platform', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  expect(missingPackages(packages)).toEqual([])
})

it('derives the platform of a package from its name', () => {
  const optionalDependencies = { '@img/sharp-linuxmusl-arm64': '1.0.0', '@esbuild/win32-x64': '1.0.0' }
  expect(missingPackages({ 'node_modules/tool': { dev: true, optionalDependencies } })).toEqual([
    [
      'node_modules/@img/sharp-linuxmusl-arm64',
      { version: '1.0.0', cpu: ['arm64'], dev: true, libc: ['musl'], optional: true, os: ['linux'] },
    ],
    [
      'node_modules/@esbuild/win32-x64',
      { version: '1.0.0', cpu: ['x64'], dev: true, optional: true, os: ['win32'] },
    ],
  ])
})
