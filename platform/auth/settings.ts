import { isIP } from 'node:net'
import type { PasswordRules } from './passwords/passwords.ts'

/** The operator's settings. Durations are in seconds. */
export interface AuthSettings extends PasswordRules {
  /** Where the screens are, without a trailing slash. Links in mails open pages below it. */
  siteUrl: string
  /** This service's public address, with `/auth/v1`; providers send people back below it. */
  externalUrl: string
  /** Other addresses that may receive tokens, as globs. */
  allowedRedirects: string[]
  /** Whether calls need an API key; the secret key is needed for admin calls in any case. */
  apiKeyRequired: boolean
  signUpDisabled: boolean
  emailEnabled: boolean
  emailAutoconfirm: boolean
  phoneEnabled: boolean
  phoneAutoconfirm: boolean
  anonymousEnabled: boolean
  manualLinkingEnabled: boolean
  openIdProviders: OpenIdProvider[]
  /** Companies whose employees sign in at their own provider; without any, SAML is off. */
  samlProviders: SamlProvider[]
  jwtExpirySeconds: number
  /** How long a used refresh token still works, in case the answer was lost. */
  reuseIntervalSeconds: number
  /** A session's longest life, however often it is refreshed; 0 for no limit. */
  sessionLifetimeSeconds: number
  /** Digits of a code, 6 to 10. */
  otpLength: number
  emailOtpLifeSeconds: number
  smsOtpLifeSeconds: number
  /** Whether the old address must agree to the new one too. */
  secureEmailChange: boolean
  /** Sessions older than this need a fresh proof before the password changes; 0 for never. */
  reauthenticateAfterSeconds: number
  /** User metadata is part of every access token, and the token of a cookie. */
  maxUserMetadataBytes: number
  /** Authenticator apps' secrets are encrypted with a key derived from this; if empty, from the secret API key. */
  encryptionSecret: string
  totpEnabled: boolean
  webauthnFactorEnabled: boolean
  phoneFactorEnabled: boolean
  /** Shown in authenticator apps, and by devices that ask for a passkey. */
  totpIssuer: string
  maxFactors: number
  passkeysEnabled: boolean
  maxPasskeys: number
  /** Whether other apps may sign people in with their accounts here. */
  oauthServerEnabled: boolean
  /** Whether apps may register themselves; otherwise the operator makes them. */
  oauthRegistrationEnabled: boolean
  /** The page below `siteUrl` that asks people whether an app may read their data. */
  oauthConsentPath: string
  limits: AuthLimits
}

/** A provider that supports OpenID Connect. */
export interface OpenIdProvider {
  /** Name in the API, such as `google`. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Our other clients, such as phone apps, whose id tokens are accepted too. */
  otherClientIds?: string[]
  scopes?: string[]
}

/** A company's identity provider (SAML 2.0). */
export interface SamlProvider {
  /** A UUID by which clients may name the provider. */
  id: string
  /** E-mail domains whose users sign in there, and the only ones that it may vouch for. */
  domains: string[]
  /** The provider's entity id. */
  entityId: string
  /** Where browsers are sent to sign in. */
  signInUrl: string
  /** Certificates or public keys (PEM) that sign assertions; several during a change. */
  certificates: string[]
  /** Names of the assertion's attributes. */
  attributes?: { email?: string; name?: string }
}

/**
 * Attempts, and the seconds in which they refill. An address is the network of one subscriber (`Call.network`). The
 * variable `AUTH_LIMITS` changes them.
 */
export interface AuthLimits {
  /** All grants of POST /token together. */
  tokenPerAddress: [number, number]
  /** Links and codes together; captcha tasks are counted separately. */
  verifyPerAddress: [number, number]
  /**
   * Sign-up, one-time code, recovery, resend, redirects to OpenID providers and SSO are counted separately; updates of a
   * user too, but per user.
   */
  requestPerAddress: [number, number]
  anonymousPerAddress: [number, number]
  /** Enrolling, challenging and verifying are counted separately; registering passkeys too. */
  factorPerAccount: [number, number]
  /** Not above the number of sign-ups that are stored for one address (`users/sign-ups.ts`). */
  signUpPerAccount: [number, number]
  /** A correct password gives its attempt back. */
  failedSignInPerAccountAndAddress: [number, number]
  failedSignInPerAccount: [number, number]
  /** Wrong secrets of an app's server; correct ones are not counted. */
  wrongSecretPerClientAndAddress: [number, number]
  /** Codes and refresh tokens that the server of one app redeems; apps without a secret count by address. */
  tokenPerClient: [number, number]
  mailPerRecipientAndKind: [number, number]
  mailPerRecipient: [number, number]
  mailForAll: [number, number]
  smsPerRecipient: [number, number]
  smsForAll: [number, number]
}

export type AuthSettingsInput = Partial<Omit<AuthSettings, 'limits'>> &
  Pick<AuthSettings, 'siteUrl'> & { limits?: Partial<AuthLimits> }

export function completeSettings(input: AuthSettingsInput): AuthSettings {
  const siteUrl = input.siteUrl.replace(/\/+$/, '')
  // Browsers bind credentials to a name, never to an address.
  const hasName = isIP(new URL(siteUrl).hostname.replace(/^\[|\]$/g, '')) === 0
  return {
    ...DEFAULTS,
    externalUrl: `${siteUrl}/auth/v1`,
    ...input,
    siteUrl,
    passkeysEnabled: hasName && (input.passkeysEnabled ?? DEFAULTS.passkeysEnabled),
    webauthnFactorEnabled: hasName && (input.webauthnFactorEnabled ?? DEFAULTS.webauthnFactorEnabled),
    limits: { ...DEFAULT_LIMITS, ...input.limits },
  }
}

const FIVE_MINUTES = 300
const HOUR = 3600

export const DEFAULT_LIMITS: AuthLimits = {
  tokenPerAddress: [150, FIVE_MINUTES],
  verifyPerAddress: [30, FIVE_MINUTES],
  requestPerAddress: [30, FIVE_MINUTES],
  anonymousPerAddress: [30, HOUR],
  factorPerAccount: [15, 60],
  signUpPerAccount: [10, HOUR],
  failedSignInPerAccountAndAddress: [10, 900],
  failedSignInPerAccount: [100, 900],
  wrongSecretPerClientAndAddress: [10, 900],
  tokenPerClient: [3000, FIVE_MINUTES],
  mailPerRecipientAndKind: [1, 60],
  mailPerRecipient: [20, HOUR],
  mailForAll: [3000, HOUR],
  smsPerRecipient: [1, 60],
  smsForAll: [600, HOUR],
}

/**
 * Without an operator, as in tests. In a market `operator-settings.ts` sets them from the environment, with defaults of
 * its own; only `maxUserMetadataBytes`, `totpIssuer`, `maxFactors` and `maxPasskeys` have no variable.
 */
const DEFAULTS: Omit<AuthSettings, 'siteUrl' | 'externalUrl' | 'limits'> = {
  allowedRedirects: [],
  apiKeyRequired: true,
  signUpDisabled: false,
  emailEnabled: true,
  emailAutoconfirm: false,
  phoneEnabled: false,
  phoneAutoconfirm: false,
  anonymousEnabled: false,
  manualLinkingEnabled: false,
  openIdProviders: [],
  samlProviders: [],
  jwtExpirySeconds: HOUR,
  reuseIntervalSeconds: 10,
  sessionLifetimeSeconds: 180 * 24 * HOUR,
  passwordMinLength: 6,
  passwordClasses: [],
  passwordCommonRefused: true,
  otpLength: 6,
  emailOtpLifeSeconds: HOUR,
  smsOtpLifeSeconds: FIVE_MINUTES,
  secureEmailChange: true,
  reauthenticateAfterSeconds: 24 * HOUR,
  maxUserMetadataBytes: 1500,
  encryptionSecret: '',
  totpEnabled: true,
  webauthnFactorEnabled: true,
  phoneFactorEnabled: false,
  totpIssuer: '',
  maxFactors: 10,
  passkeysEnabled: true,
  maxPasskeys: 10,
  oauthServerEnabled: false,
  oauthRegistrationEnabled: false,
  oauthConsentPath: '/oauth/consent',
}
