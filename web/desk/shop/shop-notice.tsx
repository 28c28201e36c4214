import { Link } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { OwnShop } from './own-shop.ts'

/** Explains the shop's status to its vendor; nothing while it is active. */
export function ShopNotice({ shop }: { shop: OwnShop }) {
  const note = shop.details?.decision_note
  if (shop.status === 'active') return null
  if (shop.status === 'pending') {
    return (
      <Notice tone="info" title="Your shop is waiting for approval" className="mb-5">
        A manager of {shop.state} is reviewing it. Until then you can prepare products and drafts that nobody else sees.
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      title={shop.status === 'suspended' ? 'Your shop is suspended' : 'Your shop was not approved'}
      className="mb-5"
    >
      {note && <p>The manager wrote: “{note}”</p>}
      {shop.status === 'suspended' ? (
        <p className="text-link">
          Buyers cannot see it now. Accepted orders still stand. <Link to="/contact">Write to us</Link>
        </p>
      ) : (
        <p className="text-link">
          Correct what they mention and <Link to="/vendor-signup">send it again</Link>.
        </p>
      )}
    </Notice>
  )
}

interface NoShopProps {
  /** The page's heading, where it has none otherwise. */
  title?: string
  lead?: string
}

/** The state of vendors' pages without a shop (specification, section 5). */
export function NoShop({ title, lead }: NoShopProps) {
  return (
    <>
      {title && <PageHeading lead={lead}>{title}</PageHeading>}
      <ErrorState
        message={errorTexts.vendorProfileNotFound}
        action={<LinkButton to="/vendor-signup">Register your shop</LinkButton>}
      >
        Tell us about your shop first. It takes a few minutes, and a manager of your state approves it.
      </ErrorState>
    </>
  )
}
