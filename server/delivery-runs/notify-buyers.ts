import type pg from 'pg'
import type { deliveryMessages } from '#domain/delivery-runs/messages.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

type PlainMail = Exclude<keyof typeof deliveryMessages, 'delivery-failed'>

interface DeliveryNotification {
  mail: PlainMail
  orderIds: readonly string[]
  siteUrl: string
}

/** Notifies the buyer of each of these orders, in the caller's transaction. */
export async function notifyBuyers(
  tx: pg.PoolClient,
  { runId, mail, orderIds, siteUrl }: DeliveryNotification & { runId: string },
): Promise<void> {
  const { rows } = await tx.query<{ from: Date; until: Date }>(
    'select window_from as "from", window_until as until from public.delivery_runs where id = $1',
    [runId],
  )
  const [window] = rows
  if (!window) return
  const notifications = (await readRecipients(tx, orderIds)).map(({ email, user_id, ...order }) => ({
    to: email,
    person: user_id,
    siteUrl,
    facts: { ...order, ...window },
  }))
  await notifyEach(tx, mail, notifications)
}

/** The recipients, with the facts that every notification about these orders contains. */
export async function readRecipients(tx: pg.ClientBase, orderIds: readonly string[]): Promise<DeliveryRecipient[]> {
  const { rows } = await tx.query<DeliveryRecipient>(
    `select o.id as "orderId", o.order_no::integer as "orderNo", o.user_id, rights.email_of(o.user_id) as email,
       coalesce((select string_agg(l.product_name, ', ' order by l.product_name) from public.order_lines l where l.order_id = o.id), 'your goods') as what
     from public.orders o where o.id = any ($1::uuid[]) order by o.order_no`,
    [orderIds],
  )
  return rows
}

interface DeliveryRecipient {
  orderId: string
  orderNo: number
  what: string
  user_id: string
  email: string | null
}
