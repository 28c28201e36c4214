import { useLingui } from '@lingui/react'
import { Form } from 'react-router'
import type { Api } from '#api/api.ts'
import { Button } from '#web/ui/button.tsx'
import { moment } from '#web/ui/format.ts'

/** Hand-overs the shop made without a code that the buyer has neither confirmed nor disputed. */
export async function readUnconfirmed(api: Api, orderId: string) {
  const { data } = await api.tables
    .from('shop_overrides')
    .select('hand_over_id, shop, created_at, claim_until')
    .eq('order_id', orderId)
    .eq('is_own', true)
    .is('confirmed_at', null)
    .is('released_at', null)
    .order('created_at')
    .throwOnError()
    .overrideTypes<Unconfirmed[], { merge: false }>()
  return data
}

interface Unconfirmed {
  hand_over_id: string
  shop: string
  created_at: string
  claim_until: string
}

export function ConfirmReceipt({ rows }: { rows: readonly Unconfirmed[] }) {
  const { i18n } = useLingui()
  return rows.map(({ hand_over_id: id, shop, created_at: at, claim_until: until }) => (
    <section key={id} aria-labelledby={`got-${id}`} className="rounded-card border border-grain bg-card p-4">
      <h2 id={`got-${id}`} className="mb-2 text-22">
        {i18n.t('Did you get your food?')}
      </h2>
      <p className="mb-3">
        {i18n.t(
          '{shop} says that it gave you this food without your code, {time}. The shop is paid once you say so, or after {until}.',
          { shop, time: moment(at), until: moment(until) },
        )}
      </p>
      <p className="mb-3">{i18n.t('If you did not get it, make a claim below.')}</p>
      <Form method="post">
        <input type="hidden" name="intent" value="got" />
        <input type="hidden" name="hand_over_id" value={id} />
        <Button>{i18n.t('Yes, I have my food')}</Button>
      </Form>
    </section>
  ))
}
