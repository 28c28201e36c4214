import type { SAML } from '@node-saml/node-saml'
import { z } from 'zod'
import type { Auth } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'
import type { SamlProvider } from '../settings.ts'

export function metadataUrl(auth: Auth): string {
  return `${auth.settings.externalUrl}/sso/saml/metadata`
}

function acsUrl(auth: Auth): string {
  return `${auth.settings.externalUrl}/sso/saml/acs`
}

/** Assertions up to five minutes old, and clocks up to half a minute apart. */
const MAX_AGE_MS = 300_000
const SKEW_MS = 30_000

/** The library, bound to one request: it refuses an answer to any other. Loaded by the first who signs in this way. */
export async function samlFor(
  auth: Auth,
  { provider, requestId }: { provider: SamlProvider; requestId: string },
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    idpCert: provider.certificates,
    issuer: metadataUrl(auth),
    callbackUrl: acsUrl(auth),
    audience: metadataUrl(auth),
    entryPoint: provider.signInUrl,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: MAX_AGE_MS,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  })
}

export interface Assertion {
  id: string
  nameId: string
  email: string
  name: string | null
}

/** The person that the provider asserts, after verifying everything that could be forged. */
export async function readAssertion(
  auth: Auth,
  { provider, requestId, response }: { provider: SamlProvider; requestId: string; response: string },
): Promise<Assertion> {
  refuseWeakXml(Buffer.from(response, 'base64').toString('utf8'))
  const saml = await samlFor(auth, { provider, requestId })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
  if (!profile?.nameID || profile.issuer !== provider.entityId) throw new Error('The assertion names another issuer')
  const { id, subject } = readBinding(profile.getAssertion?.())
  // The library accepts an assertion that names no request or recipient; such an assertion was not made for us.
  if (subject.InResponseTo !== requestId || subject.Recipient !== acsUrl(auth)) {
    throw new Error('The assertion is not an answer to this request')
  }
  if (profile.nameIDFormat?.endsWith(':transient')) throw new Error('The assertion names nobody for good')
  return { id, nameId: profile.nameID, email: readEmail(provider, profile), name: readName(provider, profile) }
}

/** A document type can attack the parser, and SHA-1 can be forged. */
function refuseWeakXml(xml: string): void {
  if (/<!doctype|<!entity/i.test(xml)) throw new Error('The answer carries a document type')
  if (/xmldsig#(?:rsa-|dsa-|hmac-)?sha1/i.test(xml)) throw new Error('The answer is signed with SHA-1')
}

const Binding = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1) }),
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.tuple([
          z.object({
            SubjectConfirmationData: z.tuple([
              z.object({ $: z.object({ InResponseTo: z.string(), Recipient: z.string() }) }),
            ]),
          }),
        ]),
      }),
    ]),
    Conditions: z.tuple([z.object({ $: z.object({ NotOnOrAfter: z.string() }) })]),
  }),
})

/** Read from the signed assertion itself, not from the unsigned response around it. */
function readBinding(assertion: unknown): { id: string; subject: { InResponseTo: string; Recipient: string } } {
  const { Assertion } = Binding.parse(assertion)
  return { id: Assertion.$.ID, subject: Assertion.Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0].$ }
}

type AssertionAttributes = Record<string, unknown> & { nameID: string }

function readEmail(provider: SamlProvider, profile: AssertionAttributes): string {
  const names = [provider.attributes?.email, 'email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3', 'nameID']
  const found = names
    .map((name) => (name ? profile[name] : undefined))
    .find((value) => typeof value === 'string' && value.includes('@'))
  if (typeof found !== 'string') throw noEmail('SAML Assertion does not contain an email address')
  const email = found.trim().toLowerCase()
  if (!provider.domains.some((domain) => email.endsWith(`@${domain.toLowerCase()}`))) {
    throw noEmail('SAML Assertion names an email address of another domain')
  }
  return email
}

function readName(provider: SamlProvider, profile: AssertionAttributes): string | null {
  const names = [provider.attributes?.name, 'displayName', 'name', 'urn:oid:2.16.840.1.113730.3.1.241']
  const found = names.map((name) => (name ? profile[name] : undefined)).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found.slice(0, 100) : null
}

function noEmail(text: string): AuthRefusal {
  return new AuthRefusal(422, 'saml_assertion_no_email', text)
}
