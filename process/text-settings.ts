import * as z from 'zod'

const kobo = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number of kobo')
  .transform(Number)
  .refine((price) => price > 0, 'must be at least 1')

/** Long enough that it cannot be guessed. */
const secret = z.string().min(16, 'must have at least 16 characters')

/** The environment variables of notices by SMS and WhatsApp, to be merged with the others. Both are off by default. */
export const TEXT_VARIABLES = {
  SMS_NOTICES: z.enum(['on', 'off']).default('off'),
  SMS_PRICE_KOBO: kobo.default(600),
  SMS_WEBHOOK_SECRET: secret.optional(),
  WHATSAPP: z.enum(['off', 'log', 'cloud-api']).default('off'),
  WHATSAPP_URL: z.url({ protocol: /^https?$/ }).default('https://graph.facebook.com/v26.0'),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'must be the number’s id, digits only')
    .optional(),
  WHATSAPP_TOKEN: z.string().min(1).optional(),
  WHATSAPP_APP_SECRET: secret.optional(),
  WHATSAPP_VERIFY_TOKEN: secret.optional(),
  WHATSAPP_PRICE_KOBO: kobo.default(1500),
}

const Variables = z.object(TEXT_VARIABLES)
type TextVariables = z.infer<typeof Variables>

const CLOUD_API = [
  'WHATSAPP_PHONE_NUMBER_ID',
  'WHATSAPP_TOKEN',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
] as const satisfies (keyof TextVariables)[]

/**
 * Contradictions, one sentence each. Without the app secret anybody could report deliveries and end people's messages,
 * so a token alone is refused.
 */
export function textContradictions(values: TextVariables): string[] {
  const missing = CLOUD_API.filter((name) => !values[name])
  return values.WHATSAPP === 'cloud-api' && missing.length > 0
    ? [`${missing.join(', ')} must be given with WHATSAPP=cloud-api.`]
    : []
}

/** Settings that are dangerous in production. Checks the raw values. */
export function textProductionFaults(values: Record<string, string | undefined>): string[] {
  const faults: string[] = []
  if (values.SMS_NOTICES === 'on' && (values.SMS_PROVIDER ?? 'log') === 'log') {
    faults.push('SMS_PROVIDER must be given with SMS_NOTICES=on when MODE=production.')
  }
  if (values.WHATSAPP === 'log') faults.push('WHATSAPP=log is for demos and not allowed when MODE=production.')
  if (values.WHATSAPP_URL && !values.WHATSAPP_URL.startsWith('https://')) {
    faults.push('WHATSAPP_URL must begin with https:// when MODE=production.')
  }
  return faults
}

export interface TextConfig {
  hasSmsNotices: boolean
  smsPriceKobo: number
  /** Verifies Termii's reports; null: they are not accepted. */
  termiiSecret: string | null
  whatsappPriceKobo: number
  whatsapp: 'off' | 'log' | CloudApiConfig
}

interface CloudApiConfig {
  baseUrl: string
  phoneNumberId: string
  token: string
  appSecret: string
  verifyToken: string
}

export function textConfigOf(values: TextVariables): TextConfig {
  const {
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId = '',
    WHATSAPP_TOKEN: token = '',
    WHATSAPP_APP_SECRET: appSecret = '',
    WHATSAPP_VERIFY_TOKEN: verifyToken = '',
  } = values
  return {
    hasSmsNotices: values.SMS_NOTICES === 'on',
    smsPriceKobo: values.SMS_PRICE_KOBO,
    termiiSecret: values.SMS_WEBHOOK_SECRET ?? null,
    whatsappPriceKobo: values.WHATSAPP_PRICE_KOBO,
    whatsapp:
      values.WHATSAPP === 'cloud-api'
        ? { baseUrl: values.WHATSAPP_URL, phoneNumberId, token, appSecret, verifyToken }
        : values.WHATSAPP,
  }
}
