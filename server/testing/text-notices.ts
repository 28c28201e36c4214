import { SERVICE } from '#platform/postgres/database.ts'
import type { Sms, SmsGateway } from '#platform/sms/sms.ts'
import { startWhatsAppStandIn } from '#platform/whatsapp/testing.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import type { TextDelivery } from '#server/text-messages/delivery.ts'
import { sendTextMessages } from '#server/text-messages/send-text-messages.ts'
import { textRoutes } from '#server/text-messages/text-routes.ts'
import { confirmPhone } from './confirm-phone.ts'
import { openTestMarket } from './market.ts'
import { testCodes } from './test-commands.ts'

export const TERMII_SECRET = 'secret-of-termii-0000'

/** A market with SMS and WhatsApp, whose messages go to local servers. */
export async function openTextMarket() {
  const market = await openTestMarket()
  const standIn = await startWhatsAppStandIn()
  const texts: Sms[] = []
  let fault: Error | null = null
  const sms: SmsGateway = {
    name: 'test',
    async send(one) {
      if (fault) throw fault
      return { messageId: `sms-${texts.push(one)}` }
    },
  }
  const delivery: TextDelivery = {
    offered: ['sms', 'whatsapp'],
    pricesKobo: { sms: 600, whatsapp: 1500 },
    whatsapp: standIn.sender,
  }
  const { database } = market.db
  const verifyToken = 'verify-token-00000'
  const routes = textRoutes({ database, whatsapp: { ...standIn, verifyToken }, termiiSecret: TERMII_SECRET })
  const choose = (person: string, channel: string) => market.call('choose-text-channel', { channel }, { as: person })
  return {
    market,
    standIn,
    texts,
    verifyToken,
    /** Makes the SMS provider fail from now on; null: no longer. */
    failSms(next: Error | null) {
      fault = next
    },
    choose,
    /** A person with a confirmed number who has chosen this channel. */
    async reader(channel: 'sms' | 'whatsapp') {
      const person = await market.person()
      const phone = await confirmPhone(market, person)
      await choose(person, channel)
      return { person, phone }
    },
    send: () => sendTextMessages({ database, codes: testCodes, siteUrl: 'https://market.test', sms, delivery }),
    /** Notifies a person that a buy has failed; not urgent. */
    async notify(person: string, orderId: string = crypto.randomUUID()) {
      await database.as(SERVICE, (tx) =>
        queueSystemMail(tx, 'buy-failed', {
          to: null,
          person,
          siteUrl: 'https://market.test',
          facts: { orderId, product: 'Òfàdà rice', orderNo: 12, refundKobo: 100n },
        }),
      )
      await market.relay()
    },
    /** Reminds a person to pay; urgent if 3 hours are left. */
    async remind(person: string, hours = 3) {
      await database.as(SERVICE, (tx) =>
        queueSystemMail(tx, 'payment-reminder', {
          to: null,
          person,
          siteUrl: 'https://market.test',
          facts: {
            dueAt: new Date(Date.now() + 3_600_000 * hours),
            hours,
            orders: [{ orderId: crypto.randomUUID(), orderNo: 12, product: 'Rice', dueKobo: 7_790_000n }],
          },
        }),
      )
      await market.relay()
    },
    messagesOf: async (person: string) =>
      (
        await market.db.owner.query<{
          status: string
          cost: number
          reason: string | null
          provider_id: string | null
        }>(
          'select status, cost_kobo::integer as cost, reason, provider_id from public.text_messages where person_id = $1 order by id',
          [person],
        )
      ).rows,
    consentOf: (person: string) =>
      market.row<{ channel: string; end_reason: string | null }>(
        'select channel, end_reason from public.text_consents where person_id = $1 order by given_at desc limit 1',
        [person],
      ),
    post: (path: string, { body, headers }: { body: string; headers: Record<string, string> }) =>
      routes.fetch(new Request(`https://market.test${path}`, { method: 'POST', body, headers })),
    get: (path: string) => routes.fetch(new Request(`https://market.test${path}`)),
    async close() {
      await standIn.stop()
      await market.close()
    },
  }
}

export type TextMarket = Awaited<ReturnType<typeof openTextMarket>>
