import { fulfilmentLabel } from '#domain/orders/fulfilment-choice.ts'
import { decimalText } from '#domain/packing/weight-text.ts'
import type { Measure } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { plural } from '#web/ui/format.ts'
import { amountText, groupByPlace, isPacked, lineStateLabel, lineWeightText, pickList } from '../packing-texts.ts'
import type { PackingLine } from '../rows.ts'

interface PackingSheetProps {
  lines: readonly PackingLine[]
  measures: readonly Measure[]
}

/** Pick list: each product once, for all places and then for each place. */
export function PickSheet({ lines, measures }: PackingSheetProps) {
  const places = groupByPlace(lines)
  return (
    <>
      <PickTable lines={lines} measures={measures} caption="Everything" />
      {places.length > 1 &&
        places.map(({ place, lines: part }) => (
          <section key={place}>
            <h2 className="place-of-list">{place}</h2>
            <PickTable lines={part} measures={measures} caption={`For ${place}`} />
          </section>
        ))}
    </>
  )
}

function PickTable({ lines, measures, caption }: PackingSheetProps & { caption: string }) {
  return (
    <table>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Done</th>
          <th scope="col">Product</th>
          <th scope="col" className="number">
            Units
          </th>
          <th scope="col" className="number wide-only">
            Weight
          </th>
          <th scope="col" className="number wide-only">
            Packed
          </th>
        </tr>
      </thead>
      <tbody>
        {pickList(lines, measures).map(({ product, unit, units, packs, packed, missing, weight }) => (
          <tr key={`${product} ${unit}`}>
            <td>
              <span className="tick-box" />
            </td>
            <th scope="row">
              {product}
              {missing > 0 && <span className="block">{decimalText(missing)} missing</span>}
              {unit !== 'kg' && <span className="narrow-only">{weight ?? 'Weight not stated'}</span>}
            </th>
            <td className="number how-many">
              {countUnits(units, unit)}
              {packs && <span className="block">{packs}</span>}
            </td>
            <td className="number wide-only">{weight ?? 'Not stated'}</td>
            <td className="number wide-only">{countUnits(packed, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Quantities by buyer, grouped by place. */
export function PackingSheet({ lines, measures, isBulk }: PackingSheetProps & { isBulk: boolean }) {
  return (
    <>
      <p className="sum-to-pack">
        {pickList(lines, measures)
          .map(({ units, unit, packs }) => (packs ? `${countUnits(units, unit)} (${packs})` : countUnits(units, unit)))
          .join(', ')}{' '}
        for {plural(new Set(lines.map(({ order_id: id }) => id)).size, 'paid order')}
      </p>
      {groupByPlace(lines).map(({ place, lines: part }) => (
        <section key={place}>
          <h2 className="place-of-list">
            {place}: {plural(part.length, isBulk ? 'line' : 'order')}
          </h2>
          <table>
            <caption className="sr-only">Orders to pack for {place}</caption>
            <thead>
              <tr>
                <th scope="col">Done</th>
                <th scope="col" className="wide-only">
                  Order
                </th>
                <th scope="col">Buyer</th>
                <th scope="col" className="wide-only">
                  {isBulk ? 'Product' : 'How'}
                </th>
                <th scope="col" className="number">
                  Quantity
                </th>
              </tr>
            </thead>
            <tbody>
              {part.map((line) => (
                <tr key={line.id}>
                  <td>
                    <Tick done={isPacked(line)} />
                  </td>
                  <td className="wide-only">{line.order_no}</td>
                  <th scope="row">
                    {line.buyer_name || 'No name'}
                    <span className="narrow-only">
                      {line.order_no}, {isBulk ? line.product_name : fulfilmentLabel(line.fulfilment).toLowerCase()}
                    </span>
                  </th>
                  <td className="wide-only">{isBulk ? line.product_name : fulfilmentLabel(line.fulfilment)}</td>
                  <td className="number how-many">
                    {amountText(line)}
                    <Weight text={lineWeightText(line, measures)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  )
}

/** Expected buyers by place: names, order numbers, units, and at most two digits of a phone number. */
export function RosterSheet({ lines, measures, isBulk }: PackingSheetProps & { isBulk: boolean }) {
  return groupByPlace(lines).map(({ place, lines: part }) => (
    <section key={place}>
      <h2 className="place-of-list">{place}</h2>
      <table>
        <caption className="sr-only">Who collects at {place}</caption>
        <thead>
          <tr>
            <th scope="col">Taken</th>
            <th scope="col">Buyer</th>
            <th scope="col" className="wide-only">
              Order
            </th>
            <th scope="col" className="wide-only">
              Phone ends
            </th>
            <th scope="col" className="wide-only">
              State
            </th>
            <th scope="col" className="number">
              What
            </th>
          </tr>
        </thead>
        <tbody>
          {part.map((line) => (
            <RosterRow key={line.id} line={line} weight={lineWeightText(line, measures)} isBulk={isBulk} />
          ))}
        </tbody>
      </table>
    </section>
  ))
}

function RosterRow({ line, weight, isBulk }: { line: PackingLine; weight: string; isBulk: boolean }) {
  return (
    <tr>
      <td>
        <Tick done={['collected', 'delivered'].includes(line.status)} />
      </td>
      <th scope="row">
        {line.buyer_name || 'No name'}
        <span className="narrow-only">
          {line.order_no}
          {line.phone_end ? `, phone ends ${line.phone_end}` : ''}
        </span>
      </th>
      <td className="wide-only">{line.order_no}</td>
      <td className="wide-only">{line.phone_end ? `…${line.phone_end}` : 'None'}</td>
      <td className="wide-only">{lineStateLabel(line)}</td>
      <td className="number how-many">
        {amountText(line)}
        <Weight text={weight} />
        {isBulk && <span className="block font-normal whitespace-normal">{line.product_name}</span>}
      </td>
    </tr>
  )
}

function Weight({ text }: { text: string }) {
  return text && <span className="block font-normal whitespace-normal">{text}</span>
}

function Tick({ done }: { done: boolean }) {
  return done ? <span>Yes</span> : <span className="tick-box" />
}
