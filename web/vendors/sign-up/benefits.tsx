import BadgeCheck from 'lucide-react/icons/badge-check'
import Banknote from 'lucide-react/icons/banknote'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import HandCoins from 'lucide-react/icons/hand-coins'
import { Link } from 'react-router'
import { VENDOR_NOTICE_HOURS, VENDOR_ON_TIME_PERCENT } from '#domain/limits.ts'

const benefits = (feePercent: number) => [
  {
    icon: Banknote,
    title: `You receive ${100 - feePercent}% of the price`,
    text: `The platform fee is ${feePercent}% of what you sell. Opening a shop and listing cost nothing.`,
  },
  {
    icon: HandCoins,
    title: 'Paid out after hand-over',
    text: 'The buyers’ money is collected before sharing day and held. Your share is released when the food is in their hands and the time for claims has passed.',
  },
  {
    icon: CalendarClock,
    title: `${VENDOR_NOTICE_HOURS} hours of notice`,
    text: `If you must cancel, say so at least ${VENDOR_NOTICE_HOURS} hours before. Everybody is refunded in full.`,
  },
  {
    icon: BadgeCheck,
    title: `${VENDOR_ON_TIME_PERCENT}% on time`,
    text: `At least ${VENDOR_ON_TIME_PERCENT}% of hand-overs must be on time. Your rate is on your shop’s page, where it sells for you.`,
  },
]

/** The benefits of a vendor, and our requirements. */
export function Benefits({ feePercent }: { feePercent: number }) {
  return (
    <section aria-labelledby="benefits" className="self-start border-t-4 border-oil pt-5 lg:order-2">
      <h2 id="benefits" className="mb-4 text-22">
        What you get, what we ask
      </h2>
      <ul className="grid gap-5">
        {benefits(feePercent).map(({ icon: Icon, title, text }) => (
          <li key={title} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3">
            <Icon aria-hidden size={24} className="text-leaf" />
            <div>
              <h3 className="text-16">{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="text-link mt-5">
        Read it all in the <Link to="/vendor-terms">Vendor Terms</Link>.
      </p>
    </section>
  )
}
