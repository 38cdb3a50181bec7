/** A place in S3-compatible storage. */
export type S3Address = {
  bucket: string
  /** The beginning of all keys: empty, or ends with a slash. */
  prefix: string
  /** Undefined for AWS_ENDPOINT_URL, or else Amazon S3. */
  endpoint?: string
  region?: string
  /** Whether the bucket is in the path of requests. By default, it is for services other than Amazon S3. */
  pathStyle?: boolean
  /** Undefined to use the credentials that the AWS SDK finds. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

export const S3_PROTOCOL = 's3://'
/** Amazon's rules for general purpose buckets, without those about special names. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PARAMETERS = ['endpoint', 'region', 'pathStyle']

export function isS3Address(address: string): boolean {
  return address.startsWith(S3_PROTOCOL)
}

/**
 * Parses `s3://[KEY:SECRET@]BUCKET[/PREFIX][?endpoint=…&region=…&pathStyle=true]`.
 *
 * @returns for an invalid address, the problem as a text that follows its name
 */
export function parseS3Address(address: string): S3Address | string {
  const [start = '', query = ''] = address.slice(S3_PROTOCOL.length).split('?', 2)
  const [authority = '', ...path] = start.split('/')
  const [bucket = '', credentials] = authority.split('@').reverse()
  if (!isS3Address(address) || !BUCKET.test(bucket))
    return 'is not an address of a bucket such as s3://bucket/folder'
  const parameters = new URLSearchParams(query)
  for (const name of parameters.keys())
    if (!PARAMETERS.includes(name)) return `has the unknown parameter ${name}: use ${PARAMETERS.join(', ')}`
  const endpoint = parameters.get('endpoint')
  if (endpoint !== null && !/^https?:\/\/[^/?#]+\/?$/.test(endpoint))
    return 'has an endpoint that is not a web address such as https://s3.example.org'
  const pathStyle = parameters.get('pathStyle')
  if (pathStyle !== null && !['true', 'false', ''].includes(pathStyle))
    return 'has a parameter pathStyle that is neither true nor false'
  const [accessKeyId, secretAccessKey] = credentials?.split(':').map(decode) ?? []
  if (credentials !== undefined && !(accessKeyId && secretAccessKey))
    return 'has credentials that are not KEY:SECRET. Encode special characters, such as %2F for /'
  const region = parameters.get('region')
  return {
    bucket,
    prefix: path
      .filter(Boolean)
      .map((part) => `${part}/`)
      .join(''),
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    ...(pathStyle !== null && { pathStyle: pathStyle !== 'false' }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  }
}

/** Formats an address for messages, without credentials and parameters. */
export function describeS3Address({ bucket, prefix }: Pick<S3Address, 'bucket' | 'prefix'>): string {
  return `${S3_PROTOCOL}${bucket}/${prefix}`.replace(/\/$/, '')
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
