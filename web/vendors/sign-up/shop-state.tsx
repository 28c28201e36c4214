import { Link } from 'react-router'
import { type VendorState, vendorStateLabels } from '#domain/vendors/states.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice, type NoticeTone } from '#web/ui/notice.tsx'
import type { ApplicantShop } from './queries.ts'

const tones: Record<VendorState, NoticeTone> = {
  pending: 'info',
  active: 'success',
  rejected: 'warning',
  suspended: 'warning',
}

/** An application's state, and the next step. */
export function ShopState({ shop }: { shop: ApplicantShop }) {
  const status = shop.status as VendorState
  return (
    <Notice
      tone={tones[status]}
      title={`${shop.business_name}: ${vendorStateLabels[status]}`}
      className="mb-8 max-w-[760px]"
    >
      <NextStep shop={shop} />
    </Notice>
  )
}

function NextStep({ shop: { id, state, status, details } }: { shop: ApplicantShop }) {
  const note = details?.decision_note
  if (status === 'pending') {
    return (
      <p>
        A manager of {state} is reviewing your application and may call you. We will mail you the decision. Until then
        you can prepare products and correct what you sent.
      </p>
    )
  }
  if (status === 'rejected') {
    return (
      <>
        {note && <p>The manager wrote: “{note}”</p>}
        <p>Correct it below and send it again.</p>
      </>
    )
  }
  if (status === 'active') {
    return (
      <>
        <p>Buyers can find your shop. Next: add a product, then publish a group buy.</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <LinkButton to="/vendor/products" size="small">
            Your products
          </LinkButton>
          <LinkButton to={`/shop/${id}`} size="small" tone="plain">
            See your shop
          </LinkButton>
        </div>
      </>
    )
  }
  return (
    <>
      {note && <p>The manager wrote: “{note}”</p>}
      <p className="text-link">
        Buyers cannot see the shop now. Paid orders go on. <Link to="/contact">Write to us</Link> to settle it.
      </p>
    </>
  )
}
