import { buttonClass } from '#web/ui/button.tsx'
import { type SharedBuy, shareSentence } from './share.ts'

/** The price falls when more people come, so sharing stands beside joining. A plain link: it works on every phone. */
export function ShareBuy({ buy, origin }: { buy: SharedBuy; origin: string }) {
  const text = `${buy.product_name}: ${shareSentence(buy)} ${origin}/group-buys/${buy.id}`
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener"
      className={buttonClass({ tone: 'plain', wide: true })}
    >
      Share on WhatsApp
    </a>
  )
}
