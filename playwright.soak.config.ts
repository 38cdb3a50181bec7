import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** Long tests, which `npm test` does not run: `npx playwright test --config playwright.soak.config.ts`. */
export default defineConfig(tests, { testMatch: '*.soak.ts', workers: 1 })
