import { figures } from '../figures.ts'
import type { SettingFigures } from '../setting-figures.ts'
import { ContactLine } from './contact-line.tsx'
import type { LegalSection } from './legal-page.tsx'

/** Fee, payout, claims, ending. */
export const vendorMoney = (settings: SettingFigures): readonly LegalSection[] => [
  {
    id: 'fee',
    title: 'Platform fee',
    body: (
      <p>
        The platform fee is {settings.vendorFee} of the goods at the final price, counted once per order and rounded
        down. You receive {settings.vendorShare}. There is no fee for opening a shop or for listing, and none on an
        order that is refunded. Buyers pay a separate transaction fee of {settings.buyerFee}.
      </p>
    ),
  },
  {
    id: 'payout',
    title: 'Payout',
    body: (
      <ul>
        <li>
          Your share of an order can be paid out once its code has been entered at hand-over, the time for claims has
          passed, and no claim is open. If a buyer’s bank disputes the payment before your share has been sent to your
          bank, it is held until the dispute has ended.
        </li>
        <li>It goes to a bank account in the name of the business. After a change of account we wait 48 hours.</li>
        <li>What you owe from upheld claims is taken from the next payout.</li>
        <li>You are responsible for your own taxes. We report our fee to you.</li>
      </ul>
    ),
  },
  {
    id: 'claims',
    title: 'Claims and disputes',
    body: (
      <ul>
        <li>Answer a claim within 2 business days. Silence upholds it.</li>
        <li>
          If you contest it, we decide within {figures.disputeTime}. Only the payout for the disputed food is held. You
          may appeal once.
        </li>
        <li>Several claims on one lot are decided together for all its buyers.</li>
        <li>
          Buyers’ rights under the Federal Competition and Consumer Protection Act 2018 override these terms: unsafe or
          faulty food is refunded, and you may not announce “no refunds”.
        </li>
      </ul>
    ),
  },
  {
    id: 'fair-play',
    title: 'Fair play',
    body: (
      <ul>
        <li>No joining through other people to influence a price, and no bought ratings.</li>
        <li>No arranging payment outside the market with people you met here.</li>
        <li>
          Ask buyers for nothing beyond what the hand-over needs, and never for their code before the food is theirs.
        </li>
      </ul>
    ),
  },
  {
    id: 'data',
    title: 'Buyers’ data',
    body: (
      <p>
        You see names and what a hand-over needs. Use them for that order only, keep them safe, and delete them once the
        time for claims has passed, as the Nigeria Data Protection Act 2023 requires. Tell us at once if they are lost
        or seen by others.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Suspension and ending',
    body: (
      <ul>
        <li>
          We may suspend a shop that endangers buyers, lies about its goods or keeps missing its sharing days. We tell
          you why, and you may respond.
        </li>
        <li>You may close your shop at any time; open group buys are first completed, or cancelled with notice.</li>
        <li>Your money is paid out after open claims are decided.</li>
      </ul>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: <p>We write to you before these terms change. A group buy keeps the terms under which it was published.</p>,
  },
  { id: 'contact', title: 'Contact', body: <ContactLine /> },
]
