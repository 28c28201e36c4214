import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import type { SamlProvider } from '../../settings.ts'
import { API } from '../auth-service.ts'

const ENTITY = 'https://idp.example/metadata'

export interface AssertionOptions {
  requestId: string
  email?: string
  nameId?: string
  nameIdFormat?: string
  issuer?: string
  audience?: string
  recipient?: string
  /** Seconds from now. */
  issuedAt?: number
  expiresAt?: number
  id?: string
  inResponseTo?: string | null
  extra?: string
}

export interface TestIdentityProvider {
  settings: SamlProvider
  /** The request in a sign-in URL. */
  read(url: string): { requestId: string; relayState: string; xml: string }
  /** A response with one assertion, signed unless `key` says otherwise. */
  respond(options: AssertionOptions, key?: 'own' | 'foreign' | 'none' | 'sha1'): string
}

/** A SAML identity provider without screens, which asserts any identity. */
export function createIdentityProvider(id: string): TestIdentityProvider {
  const pair = () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
  const [own, foreign] = [pair(), pair()]
  return {
    settings: {
      id,
      domains: ['company.example'],
      entityId: ENTITY,
      signInUrl: 'https://idp.example/sign-in',
      certificates: [own.publicKey],
    },
    read(address) {
      const url = new URL(address)
      const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
      const requestId = / ID="([^"]+)"/.exec(xml)?.[1] ?? ''
      return { requestId, relayState: url.searchParams.get('RelayState') ?? '', xml }
    },
    respond(options, key = 'own') {
      const xml = response(options)
      if (key === 'none') return encode(xml)
      return encode(
        sign(xml, { privateKey: key === 'foreign' ? foreign.privateKey : own.privateKey, isWeak: key === 'sha1' }),
      )
    },
  }
}

export const encode = (xml: string) => Buffer.from(xml).toString('base64')
export const decode = (text: string) => Buffer.from(text, 'base64').toString()

function response(options: AssertionOptions): string {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const { requestId, email = 'ada@company.example', issuer = ENTITY } = options
  const inResponseTo = options.inResponseTo === undefined ? requestId : options.inResponseTo
  const reply = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  const expires = at(options.expiresAt ?? 120)
  const issued = at(options.issuedAt ?? 0)
  const id = options.id ?? `_${randomBytes(16).toString('hex')}`
  const format = options.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${id}" Version="2.0" IssueInstant="${issued}" InResponseTo="${requestId}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${id}" Version="2.0" IssueInstant="${issued}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${options.nameId ?? email}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${expires}" Recipient="${options.recipient ?? `${API}/sso/saml/acs`}"${reply}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-60 + (options.issuedAt ?? 0))}" NotOnOrAfter="${expires}"><saml:AudienceRestriction><saml:Audience>${options.audience ?? `${API}/sso/saml/metadata`}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${issued}"/><saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="displayName"><saml:AttributeValue>Ada Obi</saml:AttributeValue></saml:Attribute>${options.extra ?? ''}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
}

function sign(xml: string, { privateKey, isWeak }: { privateKey: string; isWeak: boolean }): string {
  const signature = new SignedXml({
    privateKey,
    signatureAlgorithm: isWeak
      ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signature.addReference({
    xpath: "//*[local-name()='Assertion']",
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    digestAlgorithm: isWeak ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signature.computeSignature(xml, {
    location: { reference: "//*[local-name()='Assertion']/*[local-name()='Issuer']", action: 'after' },
  })
  return signature.getSignedXml()
}
