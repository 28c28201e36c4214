import { brand } from '#domain/brand.ts'
import { MINIMUM_AGE } from '#domain/limits.ts'
import { ContactLine } from './contact-line.tsx'
import type { LegalSection } from './legal-page.tsx'

/** How long, how safe, and what one may ask for (Nigeria Data Protection Act 2023, sections 34 to 40). */
export const privacyRights: readonly LegalSection[] = [
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>Your account: as long as you have one.</li>
        <li>
          Orders, payments and the ledger: as long as tax and company law ask for, also after you leave. Your name is
          taken out of them when you leave and nothing is open.
        </li>
        <li>Claims and disputes: until they are decided and the time to appeal or sue is over.</li>
        <li>Messages to support and security records: as long as they help to answer you or to look into misuse.</li>
      </ul>
    ),
  },
  {
    id: 'safety',
    title: 'How we keep it safe',
    body: (
      <>
        <p>
          Everything travels encrypted. Passwords are stored as slow one-way hashes. Each person and each member of
          staff can read only the rows that are theirs to read; the database itself enforces it. Amounts of money are
          kept in a ledger that can be added to but not changed.
        </p>
        <p>
          If a breach puts your rights at risk we tell the Nigeria Data Protection Commission within 72 hours of
          learning of it, and you at once when the risk to you is high.
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
          <li>give you that copy in a form that another service can read;</li>
          <li>correct what is wrong or complete what is missing;</li>
          <li>erase what we no longer need and may erase;</li>
          <li>stop or limit a use, or object to one;</li>
          <li>stop news and offers;</li>
          <li>have a person look at a decision that a computer made alone, if it weighs on you.</li>
        </ul>
        <p>
          The first two and the erasing you can do yourself, at any time: your data is ready to download, and your
          account can be deleted, under <a href="/account/data">My data</a> in your account.
        </p>
        <p>
          For anything else write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> from the address
          of your account. We answer within 30 days. We may ask for a proof that you are you.
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
        {brand.name} is for people aged {MINIMUM_AGE} or older. We do not knowingly keep data of anybody younger; tell
        us if you find some and we erase it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When we change this policy we change the date above it. Before a change that matters to you takes effect, we
        write to you.
      </p>
    ),
  },
  { id: 'contact', title: 'Contact', body: <ContactLine /> },
]
