import type { ImportCells } from '#domain/products/imports/columns.ts'
import type { OwnProduct } from '../queries.ts'

const text = (value: string | number | null) => String(value ?? '')

/** A product as a row that can be imported again. */
export const productCells = (product: OwnProduct): ImportCells => ({
  code: text(product.code),
  name: product.name,
  description: product.description,
  category: product.category,
  unit: product.unit,
  base_price: text(product.base_price),
  available_quantity: text(product.available_quantity),
  min_quantity: text(product.min_quantity),
  max_quantity: text(product.max_quantity),
  kg_per_unit: text(product.kg_per_unit),
  least_kg_per_unit: text(product.least_kg_per_unit),
  most_kg_per_unit: text(product.most_kg_per_unit),
  vat_class: product.vat_class,
  share_date: text(product.share_date),
  stockpile_allowed: product.stockpile_allowed ? 'yes' : 'no',
})
