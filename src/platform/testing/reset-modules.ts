import { vi } from 'vitest'

// Each test file loads its own copy of modules with state. Packages stay loaded.
vi.resetModules()
