import { nairaToKobo } from '#domain/money.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { notifyEach } from './queue-system-mail.ts'

interface RestockDeps {
  database: Database
  siteUrl: string
}

/** Maximum number of followers per transaction. */
const BATCH_SIZE = 500

/**
 * Tells those who asked for it that a product can be ordered again, once: the wish is removed in the same transaction.
 * Queued by the trigger `notify_of_restock`. If the product is gone again, the wishes remain.
 */
export async function notifyOfRestock({ database, siteUrl }: RestockDeps, payload: unknown): Promise<void> {
  const { product_id: productId } = payload as { product_id: string }
  for (;;) {
    const told = await database.as(SERVICE, async (tx) => {
      const { rows } = await tx.query<RestockFollower>(TAKE_WISHES, [productId, BATCH_SIZE])
      const recipients = rows.filter((row) => row.is_recipient)
      if (recipients.length > 0) {
        await notifyEach(
          tx,
          'product-back',
          recipients.map((row) => ({
            to: row.email,
            person: row.person,
            siteUrl,
            facts: {
              productId,
              product: row.name,
              unit: row.unit,
              shop: row.business_name,
              priceKobo: nairaToKobo(row.base_price),
            },
          })),
        )
      }
      return rows.length
    })
    if (told < BATCH_SIZE) return
  }
}

const TAKE_WISHES = `with due as (
    select f.id from public.follows f where f.product_id = $1 and f.wants_restock order by f.follower_id limit $2 for update
  )
  update public.follows f set wants_restock = false from public.products p join public.vendors v on v.id = p.vendor_id
  where f.id in (select id from due) and p.id = f.product_id and public.is_orderable(p) and v.status = 'active'
  returning f.follower_id as person, rights.email_of(f.follower_id) as email, p.name, p.unit, p.base_price, v.business_name,
    f.follower_id <> v.owner_id and rights.can_sign_in(f.follower_id) as is_recipient`

interface RestockFollower {
  person: string
  email: string | null
  name: string
  unit: string
  base_price: string
  business_name: string
  is_recipient: boolean
}
