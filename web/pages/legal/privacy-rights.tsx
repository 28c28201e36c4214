import { brand } from '#domain/brand/brand.ts'
import { MINIMUM_AGE } from '#domain/limits.ts'
import { ContactLine } from './contact-line.tsx'
import type { LegalSection } from './legal-page.tsx'

/** Retention, security and users' rights (Nigeria Data Protection Act 2023, sections 34 to 40). */
export const privacyRights: readonly LegalSection[] = [
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>Your account: as long as you have one.</li>
        <li>
          Orders, payments and the ledger: as long as tax and company law require, even after you leave. Your name is
          removed from them once you leave and nothing is open.
        </li>
        <li>Claims and disputes: until they are decided and the time to appeal or sue has passed.</li>
        <li>Messages to support and security records: as long as they help us answer you or investigate misuse.</li>
      </ul>
    ),
  },
  {
    id: 'safety',
    title: 'How we keep it safe',
    body: (
      <>
        <p>
          All traffic is encrypted. Passwords are stored as slow one-way hashes. Customers and staff can read only the
          records they are entitled to; the database itself enforces this. Amounts are kept in a ledger to which entries
          can be added but never changed.
        </p>
        <p>
          If a breach puts your rights at risk, we tell the Nigeria Data Protection Commission within 72 hours of
          learning of it, and you at once if the risk to you is high.
        </p>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <p>You can ask us, free of charge, to:</p>
        <ul>
          <li>tell you what we keep about you, and give you a copy;</li>
          <li>give you that copy in a format another service can read;</li>
          <li>correct what is wrong or complete what is missing;</li>
          <li>erase what we no longer need, where the law allows;</li>
          <li>stop or limit a use of your data;</li>
          <li>stop sending news and offers;</li>
          <li>have a person review a decision made by a computer alone, if it affects you significantly.</li>
        </ul>
        <p>
          You can do the first two, and delete your account, yourself at any time, under{' '}
          <a href="/account/data">My data</a> in your account.
        </p>
        <p>
          For anything else, write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> from the address
          of your account. We answer within 30 days. We may ask you to prove who you are.
        </p>
        <p>
          If our answer does not satisfy you, you can complain to the Nigeria Data Protection Commission or go to court.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'Children',
    body: (
      <p>
        {brand.name} is for people aged {MINIMUM_AGE} or older. We do not knowingly keep data about anybody younger; if
        you find any, tell us and we will erase it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When we change this policy we update the date at the top. Before a change that matters to you takes effect, we
        will write to you.
      </p>
    ),
  },
  { id: 'contact', title: 'Contact', body: <ContactLine /> },
]
