import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { phrase } from '#kernel/text/phrase.ts'
import { type AuthResult, fetchAuth } from './auth-client.ts'

const cancelledText = () => phrase('The passkey could not be used: the request was cancelled or timed out.')
const unsupportedText = () =>
  phrase('Passkeys cannot be used in this browser, or at this address of the site.')
const alreadyRegisteredText = () => phrase('This device already has a passkey of your account.')

export async function signInWithPasskey(): Promise<AuthResult<object>> {
  const options = await fetchAuth<PublicKeyCredentialRequestOptionsJSON>(
    'passkey/generate-authenticate-options',
  )
  if (options.kind !== 'done') return options
  return withCredential(
    () => startAuthentication({ optionsJSON: options.data }),
    (response) => fetchAuth('passkey/verify-authentication', { response }),
  )
}

export async function registerPasskey(name: string): Promise<AuthResult<object>> {
  const options = await fetchAuth<PublicKeyCredentialCreationOptionsJSON>('passkey/generate-register-options')
  if (options.kind !== 'done') return options
  return withCredential(
    () => startRegistration({ optionsJSON: options.data }),
    (response) => fetchAuth('passkey/verify-registration', { name, response }),
  )
}

async function withCredential<Credential>(
  request: () => Promise<Credential>,
  send: (credential: Credential) => Promise<AuthResult<object>>,
): Promise<AuthResult<object>> {
  try {
    return await send(await request())
  } catch (error) {
    return { kind: 'rejected', message: explainFailure(error as Error), status: 0 }
  }
}

/** WebAuthn §5.1. */
function explainFailure({ name }: Error): string {
  if (name === 'InvalidStateError') return alreadyRegisteredText()
  return name === 'NotAllowedError' || name === 'AbortError' ? cancelledText() : unsupportedText()
}
