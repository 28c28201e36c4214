import { brand } from '#domain/brand/brand.ts'
import type { LegalSection } from './legal-page.tsx'

/** The stored data, its purposes and recipients. */
export const privacyUse: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <p>
        {brand.name} decides why and how your data is used on this site, and is the data controller under the Nigeria
        Data Protection Act 2023. You can reach us, and the person in charge of data protection, at{' '}
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
          <strong>Your account:</strong> name, email address or phone number, role, and your password in a form that
          nobody, including us, can read.
        </li>
        <li>
          <strong>What you buy:</strong> group buys you joined, orders, amounts, refunds, claims, and how and when you
          collected. For delivery, your address too.
        </li>
        <li>
          <strong>Payments:</strong> the reference, amount, method and result of a payment. Card numbers and bank
          passwords go directly to the payment company; we never see them.
        </li>
        <li>
          <strong>Rewards:</strong> PEPS, your referral code, and the people you referred to {brand.name}.
        </li>
        <li>
          <strong>Messages:</strong> what you write to us, to a vendor or to a buyer, with the pictures you add.
        </li>
        <li>
          <strong>Notes of our staff:</strong> what they wrote down after a call or message about you or your orders.
          You get it with your data, and it goes with your account.
        </li>
        <li>
          <strong>Shops:</strong> for vendors, also the business name, description, city, state, address, phone and, if
          given, registration number.
        </li>
        <li>
          <strong>Security:</strong> sign-in times, your device’s network address, and a record of what our staff did
          and which orders and accounts they opened (kept for 24 months).
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
          <strong>To perform our contract with you:</strong> to run your account, take you into a group buy, take
          payment, hand over food, refund and answer claims.
        </li>
        <li>
          <strong>Because the law requires it:</strong> to keep books for tax, and to answer consumer and data
          authorities.
        </li>
        <li>
          <strong>Because we have a fair interest in it:</strong> to prevent fraud, to keep the site safe, and to show
          how reliable a vendor is.
        </li>
        <li>
          <strong>Because you agreed:</strong> for news and offers. No box is ticked in advance, and you can change your
          mind at any time; you will still hear from us about your orders.
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
          <li>the vendor you buy from and the people who hand over your food: only what they need for your order;</li>
          <li>our staff, each for their own task and region; their changes are recorded;</li>
          <li>
            companies that work for us under contract: payment (such as Paystack), text messages and email, and the
            company that runs our servers;
          </li>
          <li>authorities and courts, where the law requires it.</li>
        </ul>
        <p>
          Other people see little: the leaderboard shows a first name and one letter for the top ten, and you can hide
          yourself in your profile. The author of a blog post is named. A shop’s page is public.
        </p>
        <p>
          If a company that works for us keeps data outside Nigeria, we make sure that the law there, or a contract,
          protects it as Nigerian law does, and we ask for your consent where the Act requires it.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and storage in your browser',
    body: (
      <>
        <p>We use no advertising cookies and no third-party trackers. Your browser keeps:</p>
        <ul>
          <li>a cookie that keeps you signed in, deleted when you sign out;</li>
          <li>a cookie with your choice of light or dark colours;</li>
          <li>your cart, which stays in your browser until you order.</li>
        </ul>
      </>
    ),
  },
]
