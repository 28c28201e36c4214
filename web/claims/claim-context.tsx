import { Link } from 'react-router'
import { ShopNotes } from '#web/desk/shop/shop-notes.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo, naira } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { Claim, ClaimContext } from './queries.ts'

/** Background that staff consider when deciding a claim. */
export function ClaimContextPanel({
  claim,
  background,
  area,
}: {
  claim: Claim
  background: ClaimContext
  area: string
}) {
  const { ofBuyer, ofVendor, onBuy, notes } = background
  const earlier = ({ all, upheld }: { all: number; upheld: number }) => `${all}, ${upheld} of them upheld`
  return (
    <section aria-labelledby="around">
      <SectionHeading id="around">Beside it</SectionHeading>
      <DataList
        facts={[
          { label: 'Other claims of this buyer', value: earlier(ofBuyer) },
          { label: 'Other claims on this shop', value: earlier(ofVendor) },
          ...(claim.order.group_buy_id
            ? [
                {
                  label: 'Other claims on this buy',
                  value: (
                    <Link to={`/${area}/buys/${claim.order.group_buy_id}`} className="text-link">
                      {onBuy}
                    </Link>
                  ),
                },
              ]
            : []),
          { label: 'Goods of the order', value: naira(claim.order.total_amount) },
          { label: 'Left of the claimed goods', value: kobo(background.worthKobo) },
          { label: 'Still held', value: kobo(background.heldKobo) },
          { label: 'Released to the vendor', value: kobo(background.earnedKobo) },
        ]}
      />
      {notes.length > 0 && (
        <>
          <h3 className="mt-5 mb-3 text-18">Notes of the shop about this order</h3>
          <ShopNotes notes={notes} />
        </>
      )}
    </section>
  )
}
