import type { Measure } from '#domain/products/measures.ts'

export interface ProductCommands {
  'confirm-stockpile': {
    input: { product_id: string; confirmed: boolean }
    output: { product_id: string; can_be_stockpiled: boolean; has_changed: boolean }
  }
  /** Hides products from buyers and from the shop's list; nothing while group buys or orders need one of them. */
  'archive-products': { input: { product_ids: string[] }; output: { archived: number } }
  'restore-products': { input: { product_ids: string[] }; output: { restored: number } }
  /** Takes products out of sale until a time; null sells them again. */
  'pause-products': {
    input: { product_ids: string[]; until: string | null }
    output: { paused_until: string | null }
  }
  /** Stock and price of one product, with what the form showed. */
  'set-stock': {
    input: {
      product_id: string
      available_quantity: number
      base_price: string
      seen_quantity: number
      seen_price: string
    }
    output: { available_quantity: number; base_price: string }
  }
  'set-out-of-stock': { input: { product_ids: string[] }; output: { emptied: number } }
  /** Checks and stores the rows of a file: base64 of XLSX or CSV, which may be compressed with gzip. */
  'prepare-product-import': {
    input: { file_name: string; file: string }
    output: { import_id: string; row_count: number; fault_count: number }
  }
  /** Has the good rows written by a job. */
  'start-product-import': { input: { import_id: string }; output: { import_id: string } }
  /** Saves the approximate weight of a unit, for one kind of food or for any. Chiefs only. */
  'save-measure': { input: Measure; output: { unit: string; food: string } }
  'remove-measure': { input: { unit: string; food: string }; output: { unit: string; food: string } }
  'ask-question': { input: { product_id: string; question: string }; output: { question_id: string } }
  /** The vendor answers, or corrects the answer within a day. */
  'answer-question': { input: { question_id: string; answer: string }; output: { question_id: string } }
  'report-question': { input: { question_id: string; reason: string }; output: { question_id: string } }
  /** Hides a question with its answer, or keeps a reported one; `hide: null` takes one's own decision back. */
  'judge-question': {
    input: { question_id: string; hide: boolean | null; reason: string }
    output: { question_id: string; hidden: boolean }
  }
}
