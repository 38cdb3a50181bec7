import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

// Without the projects, which select the other tests.
const { projects, ...settings } = tests

/** Long tests, which `npm test` does not run: `npx playwright test --config playwright.soak.config.ts`. */
export default defineConfig(settings, { testMatch: '*.soak.ts', workers: 1 })
