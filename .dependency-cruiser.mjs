/**
 * The permitted imports between modules (docs/decisions/0016-folders-by-noun.md). Features are ordered in tiers: a
 * feature may import the features of earlier tiers only, so there is no cycle between features.
 */
const FEATURE_TIERS = [
  ['access', 'language'],
  ['audit'],
  ['accounts'],
  ['redirects'],
  ['categories', 'phrases'],
  ['media', 'site', 'audit-log', 'cdn'],
  ['blocks', 'people', 'topics'],
  ['analytics'],
  ['feeds', 'reading'],
  ['live'],
  ['articles'],
  ['newsletter'],
  ['front'],
  ['looks'],
  ['inbox', 'drafts', 'collections'],
  ['collaboration'],
  ['notes'],
  ['publishing', 'backups'],
  ['exports'],
  ['imports'],
  ['desk', 'search', 'syndication'],
  ['editor', 'shell', 'dashboard'],
]
const TESTS = '\\.test\\.tsx?$|/testing/'
const TYPES_ONLY = ['type-only']

const layers = [
  { layer: 'kernel', allowed: ['kernel'] },
  { layer: 'platform', allowed: ['platform', 'kernel'] },
  { layer: 'ui', allowed: ['ui', 'kernel'] },
  { layer: 'schema', allowed: ['schema', 'kernel', 'platform'] },
  { layer: 'features', allowed: ['features', 'schema', 'kernel', 'platform', 'ui'] },
  { layer: 'routes', allowed: ['routes', 'features', 'kernel', 'platform', 'ui'] },
].map(({ layer, allowed }) => ({
  name: `layer-${layer}`,
  comment: `src/${layer} may import ${allowed.map((name) => `src/${name}`).join(', ')} and packages, nothing else of src.`,
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: `^src/(${allowed.join('|')})/` },
}))

const features = FEATURE_TIERS.flatMap((tier, index) =>
  tier.map((feature) => {
    const below = FEATURE_TIERS.slice(0, index).flat()
    const allowed = [feature, ...below]
    return {
      name: `feature-${feature}`,
      comment: `features/${feature} may import ${below.length > 0 ? `the features ${below.join(', ')}` : 'no other feature'}. Move what both need into the kernel or a lower feature, or compose them in a route.`,
      severity: 'error',
      from: { path: `^src/features/${feature}/`, pathNot: TESTS },
      to: { path: '^src/features/', pathNot: `^src/features/(${allowed.join('|')})/` },
    }
  }),
)

const boundaries = [
  {
    name: 'no-circular',
    comment: 'Files must not import each other in a circle. Move what both need into a third file.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-circular-folders',
    comment:
      'Folders must not import each other in a circle. Move what both need into a third folder, or the file to its callers.',
    severity: 'error',
    scope: 'folder',
    from: { path: '^src/' },
    to: { circular: true },
  },
  {
    name: 'known-feature',
    comment: 'Each feature needs a place in FEATURE_TIERS (.dependency-cruiser.mjs).',
    severity: 'error',
    from: { path: `^src/features/(?!(${FEATURE_TIERS.flat().join('|')})/)` },
    to: {},
  },
  {
    name: 'rules-are-pure',
    comment: 'Rules run anywhere: no I/O, no environment, no database, no React.',
    severity: 'error',
    from: {
      path: ['^src/features/.+/rules/', '^src/features/feeds/(model|parse|ingest)/', '^src/kernel/'],
      pathNot: [TESTS, '\\.server\\.tsx?$'],
    },
    to: {
      path: [
        '^node:',
        '^(fs|path|os|net|http|crypto)$',
        '^src/(platform|schema|ui)/',
        '/(server|reader|admin)/',
        'node_modules/(react|pg|drizzle-orm)/',
      ],
      dependencyTypesNot: TYPES_ONLY,
    },
  },
  {
    name: 'server-only',
    comment:
      'Modules that may reach a browser import server modules as types only. Server functions (*.functions.ts) are the way across.',
    severity: 'error',
    from: {
      path: '^src/(features|kernel|platform|ui)/',
      pathNot: [TESTS, '\\.(server|functions)\\.tsx?$', '/server/'],
    },
    to: { path: '\\.server\\.tsx?$', dependencyTypesNot: TYPES_ONLY },
  },
  {
    name: 'server-folders',
    comment: 'Modules in server/ end with .server.ts, so that the build fails if a browser would get them.',
    severity: 'error',
    from: {},
    to: { path: '^src/features/.+/server/', pathNot: [TESTS, '\\.server\\.tsx?$'] },
  },
  {
    name: 'tables-stay-on-the-server',
    comment: 'Tables are for server code: browsers get plain data.',
    severity: 'error',
    from: { path: '^src/features/.+/(rules|reader|admin)/', pathNot: TESTS },
    to: { path: '^src/schema/', dependencyTypesNot: TYPES_ONLY },
  },
  {
    name: 'readers-without-admin',
    comment: 'Reader pages must not load the admin area.',
    severity: 'error',
    from: { path: ['^src/features/.+/reader/', '^src/routes/_reader'], pathNot: TESTS },
    to: { path: ['^src/features/.+/admin/', '^src/ui/admin/', '^src/routes/_admin'] },
  },
  {
    name: 'no-vague-names',
    comment: 'Name a file after its main export: no index, utils, lib or helpers.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/routes/' },
    to: { path: '/(index|utils|util|lib|helpers|helper)(/|[.]tsx?$)', pathNot: 'node_modules|^src/routes/' },
  },
  {
    name: 'no-unresolved',
    comment: 'The imported file or package does not exist.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^#(readers-route-tree|tanstack-start-server-fn-resolver)$' },
  },
]

export default {
  forbidden: [...layers, ...features, ...boundaries],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: false,
    exclude: { path: ['\\.gen\\.ts$', TESTS] },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
