import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod'
import { withAsciiDomain } from '#kernel/email-address.ts'
import { MIN_PASSWORD_LENGTH } from '#kernel/password-length.ts'
import { isS3Address, parseS3Address } from '#kernel/storage-address.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { CDN_PROTOCOLS, CDN_PROVIDERS } from '../cdn/cdn-providers.ts'
import { parseTrustedProxies } from './client-address.ts'

const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default(fallback)
    .transform((value) => value === 'on')

const minLength = (length: number) => z.string().min(length, `must be at least ${length} characters long`)

const siteUrl = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://news.example.org' })
  .transform((value) => new URL(value).origin)

const purgeUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must be a web address such as https://api.fastly.com/service/SERVICE_ID',
  })
  .refine((value) => !/[?#@]/.test(value), 'must not contain ?, # or a user name')
  .transform((value) => value.replace(/\/$/, ''))

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
  .refine(
    isReadableUrl,
    'is not a valid address. Encode special characters of the password, such as %23 for #',
  )
  .refine(hasHost, 'has no host: write postgres://user:password@db.example.org:5432/masthead')
  .transform(verifyCertificates)

/** A user without a host, which `URL` rejects, is reported by `hasHost`. */
const withHost = (text: string) => text.replace('@/', '@localhost/')

/** The folder of a socket is a parameter. */
function hasHost(text: string): boolean {
  if (!URL.canParse(withHost(text))) return true
  const { hostname, searchParams } = new URL(withHost(text))
  return text === withHost(text) && (hostname !== '' || searchParams.has('host'))
}

/** pg treats these modes as "verify-full", and warns in several lines. */
function verifyCertificates(text: string): string {
  if (text.includes('uselibpqcompat=')) return text
  return text.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

function isReadableUrl(text: string): boolean {
  try {
    const { username, password } = new URL(withHost(text))
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}

/** @param others whether other texts are refused or the paths of folders */
const storageAddress = (others: 'refused' | 'folders') =>
  z.string().superRefine((value, context) => {
    if (others === 'folders' && !isS3Address(value)) return
    const parsed = parseS3Address(value)
    if (typeof parsed === 'string') context.addIssue(parsed)
  })

const hostPort = /^(\[[0-9a-f:.]+\]|[^\s:/]+):\d{1,5}$/i

/** `news@example.org` or `The Courier <news@example.org>`. */
const sender = /^(?:[^<>\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u

/** Each worker uses up to 11 of the embedded database's 200 connections. */
const MAX_WORKERS = 16
/** The passphrase of a backup can be guessed offline. */
export const MIN_PASSPHRASE_LENGTH = 12

const schema = z.object({
  PORT: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535).default(3000),
  HOST: z.string().optional(),
  SITE_URL: siteUrl.optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((value) => resolve(value)),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  MIGRATE_ON_START: onOff('on'),
  ADMIN_EMAIL: z
    .string()
    .overwrite(withAsciiDomain)
    .pipe(z.email({ error: 'must be an email address' }))
    .optional(),
  ADMIN_PASSWORD: minLength(MIN_PASSWORD_LENGTH).optional(),
  AUTH_SECRET: minLength(32).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(sender, 'must be an email address, or a name and the address in angle brackets')
    .optional(),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_KEY: z
    .string()
    .transform((value) => value.replaceAll('\\n', '\n'))
    .optional(),
  DKIM_KEY_FILE: z.string().optional(),
  WORKERS: z
    .string()
    .regex(/^(auto|[1-9]|1[0-6])$/, 'must be auto or a number from 1 to 16')
    .default('1')
    .transform((value) => (value === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : Number(value))),
  STORAGE_URL: storageAddress('refused').optional(),
  STORAGE_FALLBACK_URL: storageAddress('folders').optional(),
  BACKUP_TO: z
    .string()
    .transform((value) => (isS3Address(value) ? value : resolve(value)))
    .optional(),
  AWS_REGION: z.string().optional(),
  AWS_ENDPOINT_URL: z.url({ protocol: /^https?$/, error: 'must be a web address' }).optional(),
  MASTHEAD_BACKUP_PASSPHRASE: minLength(MIN_PASSPHRASE_LENGTH).optional(),
  SAMPLE_EDITION: onOff('on'),
  NEWS_FETCH: z.enum(['on', 'manual', 'off'], { error: 'must be on, manual or off' }).default('on'),
  ALLOWED_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .refine((hosts) => hosts.every((host) => hostPort.test(host)), 'must be a list of host:port')
    .transform((hosts) => new Set(hosts.map((host) => host.toLowerCase()))),
  SHUTDOWN_GRACE_SECONDS: z.coerce.number({ error: 'must be a number' }).min(0).max(60).default(5),
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform((value, context) => {
      const trusted = parseTrustedProxies(value)
      if (trusted !== undefined) return trusted
      context.addIssue('must be on, off, the number of proxies (1 to 10) or networks such as 10.0.0.0/8')
      return z.NEVER
    }),
  HSTS_INCLUDE_SUBDOMAINS: onOff('off'),
  SECURITY_CONTACT: z
    .string()
    .overwrite(withAsciiDomain)
    .transform((value) => (z.email().safeParse(value).success ? `mailto:${value}` : value))
    .pipe(
      z.url({
        protocol: /^(mailto|https|tel)$/,
        error: 'must be an email address or a mailto:, https: or tel: URI',
      }),
    )
    .transform((uri) => new URL(uri).href)
    .optional(),
  CDN: z.enum(CDN_PROVIDERS, { error: `must be one of ${CDN_PROVIDERS.join(', ')}` }).optional(),
  CDN_PURGE_URL: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(purgeUrl).min(1).max(20))
    .optional(),
  CDN_PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{8,1000}$/, 'must be 8 to 1,000 characters without spaces')
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be json or text' }).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

export type Env = z.output<typeof schema>

/**
 * Empty values count as not set.
 *
 * @throws StartupError that names each invalid variable
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new StartupError(`Invalid environment variables: ${problems.join('; ')}.`)
  }
  if (Boolean(parsed.data.ADMIN_EMAIL) !== Boolean(parsed.data.ADMIN_PASSWORD)) {
    throw new StartupError('Set both ADMIN_EMAIL and ADMIN_PASSWORD, or neither.')
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'MIGRATION_DATABASE_URL'] as const) {
    if (parsed.data[name] && !parsed.data.DATABASE_URL)
      throw new StartupError(`Set DATABASE_URL along with ${name}.`)
  }
  if (parsed.data.SMTP_URL && !parsed.data.MAIL_FROM) {
    throw new StartupError('Set MAIL_FROM along with SMTP_URL: it is the sender of the site’s emails.')
  }
  requireCdn(parsed.data)
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY, DKIM_KEY_FILE } = parsed.data
  const dkim = [DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY ?? DKIM_KEY_FILE]
  if (dkim.some(Boolean) && !dkim.every(Boolean)) {
    throw new StartupError(
      'Set DKIM_DOMAIN, DKIM_SELECTOR and one of DKIM_KEY and DKIM_KEY_FILE, or none of them.',
    )
  }
  const key = DKIM_KEY ?? (DKIM_KEY_FILE && readKey(DKIM_KEY_FILE))
  if (key && !isPrivateKey(key)) {
    throw new StartupError(
      `${DKIM_KEY ? 'DKIM_KEY' : 'DKIM_KEY_FILE'} does not contain a private key in PEM format.`,
    )
  }
  return { ...parsed.data, DKIM_KEY: key }
}

function requireCdn({ CDN, CDN_PURGE_URL, CDN_PURGE_TOKEN }: z.output<typeof schema>): void {
  if (Boolean(CDN) !== Boolean(CDN_PURGE_URL))
    throw new StartupError('Set both CDN and CDN_PURGE_URL, or neither.')
  if (!CDN) return
  const { needsToken } = CDN_PROTOCOLS[CDN]
  if (needsToken && !CDN_PURGE_TOKEN)
    throw new StartupError(`Set CDN_PURGE_TOKEN along with CDN=${CDN}: it is the API token for purges.`)
  if (needsToken && CDN_PURGE_URL?.length !== 1)
    throw new StartupError(`CDN_PURGE_URL must be a single address with CDN=${CDN}.`)
}

function isPrivateKey(text: string): boolean {
  try {
    createPrivateKey(text)
    return true
  } catch {
    return false
  }
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartupError(`DKIM_KEY_FILE cannot be read (${(error as Error).message}).`)
  }
}

let current: Env | undefined

export function env(): Env {
  current ??= parseEnv(process.env)
  return current
}

/**
 * Prevents libvips from opening SVG files, since small ones can take hours and all memory. Call it before sharp, which loads
 * libvips, is used for the first time. SVG images of looks are drawn by another process.
 */
export function refuseSvgFiles(): void {
  process.env.VIPS_BLOCK_UNTRUSTED = '1'
}
