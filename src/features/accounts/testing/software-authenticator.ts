import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

type Options = { challenge: string }

/** Simulates an authenticator with one ES256 passkey (WebAuthn §6). */
export function createSoftwareAuthenticator(origin: string, { isUserVerified = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const rpIdHash = sha256(new URL(origin).hostname)
  const presence = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0)
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** Responds as `navigator.credentials.create`. */
    register(options: Options) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const credentialData = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(x, y)])
      const authData = Buffer.concat([
        rpIdHash,
        Buffer.from([presence | ATTESTED, 0, 0, 0, 0]),
        credentialData,
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
        attestationObject: Buffer.concat([
          Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
          Buffer.from([authData.length]),
          authData,
        ]).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Responds as `navigator.credentials.get`. */
    authenticate(options: Options) {
      const data = clientData('webauthn.get', options)
      const authData = Buffer.concat([rpIdHash, Buffer.from([presence, 0, 0, 0, 0])])
      return credential({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey).toString('base64url'),
      })
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** Encodes the public key in COSE format (RFC 9053 §7.1.1). */
function coseKey(x: string, y: string): Buffer {
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}
