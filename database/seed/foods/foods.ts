import { demoId } from '../ids.ts'
import { DAY, lagosDay } from '../lagos-time.ts'
import { readTable, type SeedRow } from '../rows.ts'
import { findVendor, type Vendor } from '../vendors.ts'
import { FARM_FOODS } from './foods-of-farms.ts'
import { STORE_FOODS } from './foods-of-stores.ts'

export interface Food {
  key: string
  id: string
  vendor: Vendor
  category: string
  name: string
  unit: string
  /** Naira per unit. */
  price: number
  image: string
  minQuantity: number
  maxQuantity: number | null
  stock: number
  /** Days from today to the sharing day; null when the vendor has set none. */
  shareInDays: number | null
  stockpile: boolean
  description: string
}

/** The comment above each table of foods names its columns. `basin`: its drawn picture (web/public/basins). */
export const FOODS: readonly Food[] = Object.entries({ ...FARM_FOODS, ...STORE_FOODS }).flatMap(([category, text]) =>
  readTable(['key', 'vendor', 'name', 'unit', 'price', 'basin', 'limits', 'stock', 'share', 'description'], text).map(
    (cells) => {
      const [least, most] = cells.limits.split('-')
      return {
        key: cells.key,
        id: demoId('product', cells.key),
        vendor: findVendor(cells.vendor),
        category,
        name: cells.name,
        unit: cells.unit,
        price: Number(cells.price),
        image: `/basins/${cells.basin}.svg`,
        minQuantity: Number(least),
        maxQuantity: most ? Number(most) : null,
        stock: Number(cells.stock),
        shareInDays: cells.share ? Number(cells.share) : null,
        stockpile: ['grains', 'oil'].includes(category) && cells.unit !== 'mudu',
        description: cells.description,
      }
    },
  ),
)

export function findFood(key: string): Food {
  const food = FOODS.find((candidate) => candidate.key === key)
  if (!food) throw new Error(`There is no food ${key}`)
  return food
}

export function isPerishableFood({ category }: Food): boolean {
  return !['grains', 'oil'].includes(category)
}

/** `shares` are the sharing days of running group buys by key of the product; they override the table's. */
export function productRows(now: Date, shares: ReadonlyMap<string, string>): SeedRow[] {
  return FOODS.map((food, index) => ({
    id: food.id,
    vendor_id: food.vendor.id,
    name: food.name,
    description: food.description,
    category: food.category,
    base_price: food.price,
    unit: food.unit,
    min_quantity: food.minQuantity,
    max_quantity: food.maxQuantity,
    available_quantity: food.stock,
    image_url: food.image,
    vendor_location: food.vendor.location,
    share_date: shares.get(food.key) ?? (food.shareInDays === null ? null : lagosDay(now, food.shareInDays)),
    stockpile_allowed: food.stockpile,
    stockpile_confirmed_at: food.stockpile ? now : null,
    // Spread over half a year in mixed order.
    created_at: new Date(now.getTime() - (1 + ((index * 37) % FOODS.length) * 2.4) * DAY),
  }))
}
