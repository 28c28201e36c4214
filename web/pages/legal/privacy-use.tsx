import { brand } from '#domain/brand.ts'
import type { LegalSection } from './legal-page.tsx'

/** What is kept, why, and who sees it. */
export const privacyUse: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <p>
        {brand.name} decides why and how your data is used on this site, and is the data controller under the Nigeria
        Data Protection Act 2023. You reach us, and the person in charge of data protection, at{' '}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
      </p>
    ),
  },
  {
    id: 'what',
    title: 'What we keep',
    body: (
      <ul>
        <li>
          <strong>Your account:</strong> name, e-mail address or phone number, role, and your password in a form that
          nobody, we included, can read back.
        </li>
        <li>
          <strong>What you buy:</strong> group buys you joined, orders, amounts, refunds, claims, and how and when you
          collected. For delivery also the address.
        </li>
        <li>
          <strong>Payments:</strong> the reference, amount, way and result of a payment. Card numbers and bank passwords
          go to the payment company directly; we never see them.
        </li>
        <li>
          <strong>Rewards:</strong> PEPS, your referral code, and whom you brought to {brand.name}.
        </li>
        <li>
          <strong>Messages:</strong> what you write to us, to a vendor or to a buyer, with the pictures you add.
        </li>
        <li>
          <strong>Shops:</strong> from vendors also the business name, description, city, state, address, phone and, if
          given, registration number.
        </li>
        <li>
          <strong>Security:</strong> times of sign-in, the address your device used, and a record of what our staff did.
        </li>
      </ul>
    ),
  },
  {
    id: 'why',
    title: 'Why we may use it',
    body: (
      <ul>
        <li>
          <strong>To keep our contract with you:</strong> to run your account, take you into a group buy, take payment,
          hand over food, refund and answer claims.
        </li>
        <li>
          <strong>Because the law asks us:</strong> to keep books for tax, and to answer consumer and data authorities.
        </li>
        <li>
          <strong>Because it is fair and needed:</strong> to stop fraud, to keep the site safe, and to show how reliable
          a vendor is.
        </li>
        <li>
          <strong>Because you agreed:</strong> for news and offers. No box is ticked for you, and you can say no again
          at any time; what you need to hear about an order still reaches you.
        </li>
      </ul>
    ),
  },
  {
    id: 'who-sees',
    title: 'Who sees it',
    body: (
      <>
        <p>We do not sell your data. It is seen by:</p>
        <ul>
          <li>
            the vendor you buy from and the people who hand over your food: what they need for your order, no more;
          </li>
          <li>our staff, each for their own task and region; what they change is written down;</li>
          <li>
            companies that work for us under contract: payment (such as Paystack), text messages and e-mail, and the
            company that runs our servers;
          </li>
          <li>authorities and courts, where the law obliges us.</li>
        </ul>
        <p>
          Other people see little: the leaderboard shows the first name and one letter of the ten best, and you can hide
          yourself in your profile. The author of a blog post is named. A shop’s page is public.
        </p>
        <p>
          If a company that works for us keeps data outside Nigeria, we make sure that the law there, or a contract,
          protects it as Nigerian law does, and we ask for your agreement where the Act demands it.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and storage in your browser',
    body: (
      <>
        <p>We use no cookies for advertising and no trackers of other companies. What is kept in your browser:</p>
        <ul>
          <li>a cookie that keeps you signed in, deleted when you sign out;</li>
          <li>a cookie with your choice of light or dark colours;</li>
          <li>your cart, which stays in your browser until you order.</li>
        </ul>
      </>
    ),
  },
]
