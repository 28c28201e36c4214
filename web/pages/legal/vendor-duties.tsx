import { Link } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { MINIMUM_AGE } from '#domain/limits.ts'
import { figures } from '../figures.ts'
import type { LegalSection } from './legal-page.tsx'

/** Becoming a vendor, and a vendor's duties to buyers. */
export const vendorDuties: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'This agreement',
    body: (
      <p>
        These terms apply to everybody who sells on {brand.name}, together with the{' '}
        <Link to="/terms">Terms of Service</Link> and the <Link to="/privacy-policy">Privacy Policy</Link>. You sell in
        your own name; {brand.name} runs the market and holds the buyers’ money for you until hand-over.
      </p>
    ),
  },
  {
    id: 'approval',
    title: 'Opening a shop',
    body: (
      <ul>
        <li>You must be at least {MINIMUM_AGE} years old, or act for a registered business.</li>
        <li>
          You apply at <Link to="/vendor-signup">Vendor Sign Up</Link> with accurate information. A manager for your
          state approves the shop or says why not; you may correct your application and apply again.
        </li>
        <li>Until then you can prepare products that nobody else sees, but not publish a group buy.</li>
        <li>
          Vendors cannot enrol as affiliates. When your role becomes vendor, your referral code ends; PEPS you earned
          before remain yours.
        </li>
        <li>You may not buy from your own shop.</li>
      </ul>
    ),
  },
  {
    id: 'offers',
    title: 'Your offers',
    body: (
      <ul>
        <li>Describe food as it is: kind, grade, unit, weight, origin. Use your own words and pictures.</li>
        <li>
          You set the base price and up to 10 price tiers, with rising numbers of people and falling prices. Publishing
          a group buy is your binding acceptance of every order within its target; there is no second acceptance.
        </li>
        <li>The facts of a published buy cannot be changed.</li>
        <li>
          Food must be safe, lawful to sell, and yours to sell. You keep the permits and records that the law requires.
        </li>
        <li>Prices shown to buyers include all taxes due on the goods.</li>
      </ul>
    ),
  },
  {
    id: 'punctuality',
    title: 'Being on time',
    body: (
      <ul>
        <li>
          At least {figures.vendorOnTime} of your hand-overs must be on time. The rate is shown on your shop’s page, and
          if it falls below that, a manager will speak with you; a shop that stays below it may be suspended.
        </li>
        <li>
          You may cancel a group buy only with at least {figures.vendorNotice} of notice. Everybody is refunded in full
          and the cancellation counts against your rate.
        </li>
        <li>
          You may extend an open group buy twice before it closes, by up to 3 days each. Everybody is told, no promised
          price changes, and they may leave free of charge for 48 hours.
        </li>
        <li>If the minimum is not reached, you may extend once if you offered that, or honour the smaller group.</li>
        <li>If you bring less than was bought, it is shared out and the rest is refunded from your payout.</li>
      </ul>
    ),
  },
]
