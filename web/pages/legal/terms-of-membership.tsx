import { Link } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { KOBO_PER_PEP, MINIMUM_AGE } from '#domain/limits.ts'
import { formatNaira } from '#domain/money.ts'
import { figures } from '../figures.ts'
import type { SettingFigures } from '../setting-figures.ts'
import type { LegalSection } from './legal-page.tsx'

/** Membership, affiliates and rewards. */
export const termsOfMembership = (settings: SettingFigures): readonly LegalSection[] => [
  {
    id: 'agreement',
    title: 'This agreement',
    body: (
      <>
        <p>
          By opening an account, joining a group buy or buying on {brand.name} you agree to these terms and to our{' '}
          <Link to="/privacy-policy">Privacy Policy</Link>. Vendors also agree to the{' '}
          <Link to="/vendor-terms">Vendor Terms</Link>.
        </p>
        <p>
          {brand.name} runs the market: it brings buyers and vendors together, holds the money and enforces the rules.
          The vendor named on the food sells it. Nothing here takes away any right that Nigerian law gives you, in
          particular under the Federal Competition and Consumer Protection Act 2018.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>You must be at least {MINIMUM_AGE} years old.</li>
        <li>Give your real name and your own email address or phone number, and confirm it before you join or buy.</li>
        <li>
          One person, one account. Keep your password to yourself and tell us at once if somebody else has used it.
        </li>
        <li>
          We may close an account that is used for fraud, for fake joining or to harm other people. We return your money
          first.
        </li>
        <li>You may close your account at any time, once no orders are open.</li>
      </ul>
    ),
  },
  {
    id: 'affiliates',
    title: 'Affiliates and referrals',
    body: (
      <>
        <p>
          Every registered user is automatically an affiliate and has a referral code. Vendors cannot enrol as
          affiliates.
        </p>
        <ul>
          <li>
            You earn {settings.referralReward} of the price of the goods in each transaction of a person who signed up
            with your code.
          </li>
          <li>
            It is credited in PEPS within {figures.referralWithin} of the settlement of a group-buy order, or of the end
            of free cancellation of a bulk order.
          </li>
          <li>If the order is refunded, the reward for it is taken back.</li>
          <li>You may not refer yourself, open accounts for others, or make false promises in our name.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'peps',
    title: 'PEPS',
    body: (
      <ul>
        <li>
          PEPS are reward points. 1 PEP counts as {formatNaira(KOBO_PER_PEP)} when you pay on {brand.name}.
        </li>
        <li>They are earned or returned. They cannot be bought, sent to another person or changed into cash.</li>
        <li>
          Changes to the reward programme are announced and take effect {figures.rewardNotice} after the notice at the
          earliest. What you earned before remains yours.
        </li>
        <li>PEPS gained by fraud are taken back.</li>
      </ul>
    ),
  },
]
