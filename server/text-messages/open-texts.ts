import type { Hono } from 'hono'
import type { Database } from '#platform/postgres/database.ts'
import { type CloudApiConnection, createCloudApi } from '#platform/whatsapp/cloud-api.ts'
import type { WhatsAppSender } from '#platform/whatsapp/whatsapp.ts'
import type { TextDelivery } from './delivery.ts'
import { textRoutes } from './text-routes.ts'

interface TextOptions {
  database: Database
  hasSmsNotices: boolean
  smsPriceKobo: number
  termiiSecret: string | null
  whatsappPriceKobo: number
  whatsapp: 'off' | 'log' | (CloudApiConnection & { appSecret: string; verifyToken: string })
  /** Used with `log`. */
  log: WhatsAppSender
}

/** SMS and WhatsApp notices as configured, and the routes on which the providers report. */
export function openTexts(options: TextOptions): { delivery: TextDelivery; routes: Hono } {
  const { database, hasSmsNotices, whatsapp, smsPriceKobo, whatsappPriceKobo, termiiSecret } = options
  const cloudApi = typeof whatsapp === 'object' ? whatsapp : null
  return {
    delivery: {
      offered: [...(hasSmsNotices ? (['sms'] as const) : []), ...(whatsapp === 'off' ? [] : (['whatsapp'] as const))],
      pricesKobo: { sms: smsPriceKobo, ...(whatsapp !== 'off' && { whatsapp: whatsappPriceKobo }) },
      whatsapp: cloudApi ? createCloudApi(cloudApi) : whatsapp === 'log' ? options.log : null,
    },
    routes: textRoutes({ database: database.pool('commands'), whatsapp: cloudApi, termiiSecret }),
  }
}
