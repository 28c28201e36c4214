import * as z from 'zod'
import { isOn, whole } from '#platform/operator-values/operator-values.ts'
import { createAfricasTalking } from '#platform/sms/africas-talking.ts'
import type { SmsGateway } from '#platform/sms/sms.ts'
import { createTermii } from '#platform/sms/termii.ts'
import type { Captcha } from './captcha/captcha.ts'
import { createProofOfWork } from './captcha/proof-of-work.ts'
import { createSiteVerify } from './captcha/site-verify.ts'
import { PASSWORD_CLASSES } from './passwords/passwords.ts'
import { googleProvider } from './providers/openid-providers.ts'
import { type AuthLimits, type AuthSettingsInput, DEFAULT_LIMITS } from './settings.ts'

/**
 * For a local substitute of a provider, so that a typing error cannot send tokens, or a page's scripts, to a foreign
 * host.
 */
const onThisMachine = z
  .url()
  .refine((text) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(text).hostname), 'must be on this machine')

/** A variable that holds JSON; a fault in it is reported in one sentence. */
const json = <T extends z.ZodType>(shape: T, { empty, noun }: { empty: string; noun: string }) =>
  z
    .string()
    .default(empty)
    .transform((text, context): z.infer<T> => {
      try {
        const parsed = shape.safeParse(JSON.parse(text))
        if (parsed.success) return parsed.data
        const [issue] = parsed.error.issues
        context.addIssue(`has a fault at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message}`)
      } catch {
        context.addIssue(`must be a JSON ${noun}`)
      }
      return z.NEVER
    })

const list = <T extends z.ZodType>(item: T) => json(z.array(item), { empty: '[]', noun: 'list' })

/** Words out of a fixed list, with commas between them. */
const words = <Word extends string>(known: readonly Word[]) =>
  z
    .string()
    .default('')
    .transform((text, context): Word[] => {
      const given = text.split(',').map((word) => word.trim())
      const found = known.filter((word) => given.includes(word))
      if (text.trim() === '' || found.length === new Set(given).size) return found
      context.addIssue(`must be words out of ${known.join(', ')}`)
      return z.NEVER
    })

/** Limits by name, each with its attempts and seconds. */
const LimitFigures = z.partialRecord(
  z.enum(Object.keys(DEFAULT_LIMITS) as [keyof AuthLimits, ...(keyof AuthLimits)[]]),
  z.tuple([z.number().int().min(1).max(1_000_000), z.number().int().min(1).max(86_400)]),
)

const OpenId = z.strictObject({
  name: z.string().regex(/^(?!email$|phone$)[a-z][a-z0-9_-]{0,40}$/, 'must be a short lower-case name'),
  issuer: z.url(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  otherClientIds: z.array(z.string()).default([]),
  scopes: z.array(z.string()).default(['openid', 'email', 'profile']),
})

const Saml = z.strictObject({
  id: z.uuid(),
  domains: z.array(z.string().regex(/^[a-z0-9.-]+\.[a-z]{2,}$/)).min(1),
  entityId: z.string().min(1),
  signInUrl: z.url(),
  certificates: z.array(z.string().includes('-----BEGIN')).min(1),
  attributes: z.strictObject({ email: z.string().default('email'), name: z.string().default('displayName') }).default({
    email: 'email',
    name: 'displayName',
  }),
})

/** The environment variables of the auth service, to be merged with the others. Blank values have been removed. */
export const AUTH_VARIABLES = {
  AUTH_API_KEY: z.enum(['required', 'optional']).default('required'),
  AUTH_ISSUER: z.url().optional(),
  AUTH_SIGN_UP: isOn('on'),
  AUTH_EMAIL: isOn('on'),
  AUTH_EMAIL_AUTOCONFIRM: isOn('off'),
  AUTH_PHONE: isOn('off'),
  AUTH_PHONE_AUTOCONFIRM: isOn('off'),
  AUTH_ANONYMOUS: isOn('off'),
  AUTH_MANUAL_LINKING: isOn('on'),
  AUTH_TOTP: isOn('on'),
  AUTH_PHONE_FACTOR: isOn('off'),
  AUTH_WEBAUTHN_FACTOR: isOn('on'),
  AUTH_PASSKEYS: isOn('on'),
  AUTH_OAUTH_SERVER: isOn('off'),
  AUTH_OAUTH_REGISTRATION: isOn('off'),
  AUTH_OAUTH_CONSENT_PATH: z
    .string()
    .regex(/^(\/[a-z0-9-]+)+$/, 'must be a path such as /oauth/consent')
    .default('/oauth/consent'),
  AUTH_JWT_SECONDS: whole({ least: 60, most: 86_400 }).default(3600),
  AUTH_REUSE_SECONDS: whole({ least: 0, most: 300 }).default(10),
  AUTH_SESSION_DAYS: whole({ least: 0, most: 3650 }).default(180),
  AUTH_REAUTHENTICATE_HOURS: whole({ least: 0, most: 8760 }).default(24),
  AUTH_PASSWORD_MIN_LENGTH: whole({ least: 6, most: 64 }).default(6),
  AUTH_PASSWORD_CLASSES: words(PASSWORD_CLASSES),
  AUTH_PASSWORD_COMMON: z.enum(['refused', 'allowed']).default('refused'),
  AUTH_SECURE_EMAIL_CHANGE: isOn('on'),
  AUTH_LIMITS: json(LimitFigures, { empty: '{}', noun: 'object' }),
  AUTH_OTP_LENGTH: whole({ least: 6, most: 10 }).default(6),
  AUTH_EMAIL_OTP_SECONDS: whole({ least: 60, most: 86_400 }).default(3600),
  AUTH_SMS_OTP_SECONDS: whole({ least: 30, most: 3600 }).default(300),
  AUTH_ENCRYPTION_SECRET: z.string().min(20, 'must have at least 20 characters').optional(),
  AUTH_LEGACY_JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  AUTH_OPENID_PROVIDERS: list(OpenId),
  AUTH_SAML_PROVIDERS: list(Saml),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  CAPTCHA: z.enum(['off', 'proof-of-work', 'turnstile', 'hcaptcha']).default('off'),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_SITE_KEY: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be letters, digits, hyphens and underscores')
    .optional(),
  CAPTCHA_SCRIPT_URL: onThisMachine.optional(),
  CAPTCHA_VERIFY_URL: onThisMachine.optional(),
  SMS_PROVIDER: z.enum(['none', 'log', 'termii', 'africas-talking']).default('log'),
  SMS_URL: z.url().optional(),
  SMS_API_KEY: z.string().optional(),
  SMS_SENDER: z.string().max(11, 'must have at most 11 characters').optional(),
  SMS_USERNAME: z.string().optional(),
}

const Variables = z.object(AUTH_VARIABLES)
export type AuthVariables = z.infer<typeof Variables>

/** Contradictions, one sentence each. */
export function authContradictions(values: AuthVariables): string[] {
  const faults: string[] = []
  if (Boolean(values.GOOGLE_CLIENT_ID) !== Boolean(values.GOOGLE_CLIENT_SECRET)) {
    faults.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed together.')
  }
  if (
    (values.CAPTCHA === 'turnstile' || values.CAPTCHA === 'hcaptcha') &&
    !(values.CAPTCHA_SECRET && values.CAPTCHA_SITE_KEY)
  ) {
    faults.push(`CAPTCHA_SECRET and CAPTCHA_SITE_KEY are needed with CAPTCHA=${values.CAPTCHA}.`)
  }
  if (!['none', 'log'].includes(values.SMS_PROVIDER) && !(values.SMS_URL && values.SMS_API_KEY)) {
    faults.push(`SMS_URL and SMS_API_KEY are needed with SMS_PROVIDER=${values.SMS_PROVIDER}.`)
  }
  if (values.SMS_PROVIDER === 'termii' && !values.SMS_SENDER)
    faults.push('SMS_SENDER is needed with SMS_PROVIDER=termii.')
  if (values.SMS_PROVIDER === 'africas-talking' && !values.SMS_USERNAME) {
    faults.push('SMS_USERNAME is needed with SMS_PROVIDER=africas-talking.')
  }
  const names = readProviders(values).map((provider) => provider.name)
  if (new Set(names).size !== names.length) faults.push('AUTH_OPENID_PROVIDERS lists a provider twice.')
  return faults
}

export interface OperatorAuth {
  settings: Omit<AuthSettingsInput, 'siteUrl'>
  captcha: Captcha | undefined
  /** Null if messages are only written to the log, or none are sent. */
  sms: SmsGateway | null
  legacySecret: string | undefined
  /** The `iss` of access tokens, if it is not this service's public address. */
  issuer: string | undefined
}

/** The operator's choices in the form the service expects. `secretKey` signs proof-of-work tasks. */
export function operatorAuth(values: AuthVariables, { secretKey }: { secretKey: string }): OperatorAuth {
  return {
    settings: {
      apiKeyRequired: values.AUTH_API_KEY === 'required',
      signUpDisabled: !values.AUTH_SIGN_UP,
      emailEnabled: values.AUTH_EMAIL,
      emailAutoconfirm: values.AUTH_EMAIL_AUTOCONFIRM,
      phoneEnabled: values.AUTH_PHONE && values.SMS_PROVIDER !== 'none',
      phoneAutoconfirm: values.AUTH_PHONE_AUTOCONFIRM,
      anonymousEnabled: values.AUTH_ANONYMOUS,
      manualLinkingEnabled: values.AUTH_MANUAL_LINKING,
      encryptionSecret: values.AUTH_ENCRYPTION_SECRET ?? '',
      totpEnabled: values.AUTH_TOTP,
      phoneFactorEnabled: values.AUTH_PHONE_FACTOR && values.SMS_PROVIDER !== 'none',
      webauthnFactorEnabled: values.AUTH_WEBAUTHN_FACTOR,
      passkeysEnabled: values.AUTH_PASSKEYS,
      oauthServerEnabled: values.AUTH_OAUTH_SERVER,
      oauthRegistrationEnabled: values.AUTH_OAUTH_REGISTRATION,
      oauthConsentPath: values.AUTH_OAUTH_CONSENT_PATH,
      jwtExpirySeconds: values.AUTH_JWT_SECONDS,
      reuseIntervalSeconds: values.AUTH_REUSE_SECONDS,
      sessionLifetimeSeconds: values.AUTH_SESSION_DAYS * 86_400,
      reauthenticateAfterSeconds: values.AUTH_REAUTHENTICATE_HOURS * 3600,
      passwordMinLength: values.AUTH_PASSWORD_MIN_LENGTH,
      passwordClasses: values.AUTH_PASSWORD_CLASSES,
      passwordCommonRefused: values.AUTH_PASSWORD_COMMON === 'refused',
      secureEmailChange: values.AUTH_SECURE_EMAIL_CHANGE,
      limits: values.AUTH_LIMITS,
      otpLength: values.AUTH_OTP_LENGTH,
      emailOtpLifeSeconds: values.AUTH_EMAIL_OTP_SECONDS,
      smsOtpLifeSeconds: values.AUTH_SMS_OTP_SECONDS,
      openIdProviders: readProviders(values),
      samlProviders: values.AUTH_SAML_PROVIDERS,
    },
    captcha: readCaptcha(values, secretKey),
    sms: readSms(values),
    legacySecret: values.AUTH_LEGACY_JWT_SECRET,
    issuer: values.AUTH_ISSUER,
  }
}

function readProviders(values: AuthVariables) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values
  const google = clientId && clientSecret ? [googleProvider({ clientId, clientSecret })] : []
  return [...google, ...values.AUTH_OPENID_PROVIDERS]
}

function readCaptcha(values: AuthVariables, secretKey: string): Captcha | undefined {
  const { CAPTCHA: name, CAPTCHA_SECRET: secret, CAPTCHA_SITE_KEY: siteKey = '' } = values
  if (name === 'off') return undefined
  if (name === 'proof-of-work') return createProofOfWork({ secret: secret ?? secretKey })
  const { CAPTCHA_VERIFY_URL: url, CAPTCHA_SCRIPT_URL: scriptUrl } = values
  return createSiteVerify({ name, secret: secret ?? '', siteKey, url, scriptUrl })
}

function readSms(values: AuthVariables): SmsGateway | null {
  const { SMS_PROVIDER, SMS_URL = '', SMS_API_KEY = '', SMS_SENDER = '', SMS_USERNAME = '' } = values
  const connection = { baseUrl: SMS_URL, apiKey: SMS_API_KEY, sender: SMS_SENDER }
  if (SMS_PROVIDER === 'termii') return createTermii(connection)
  if (SMS_PROVIDER === 'africas-talking') return createAfricasTalking({ ...connection, username: SMS_USERNAME })
  return null
}
