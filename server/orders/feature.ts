import type { OrderCommands } from '#api/commands/orders.ts'
import type { Feature } from '#server/feature.ts'
import { cancelOrder } from './cancel-order.ts'
import { chooseFulfilment } from './choose-fulfilment.ts'
import { expireHolds } from './expire-holds.ts'
import { orderCart } from './order-cart.ts'
import { reduceOrder } from './reduce-order.ts'
import { remindOfPayments } from './remind-of-payments.ts'
import { addShopNote } from './shop/add-shop-note.ts'
import { findOrdersByPhone } from './shop/find-orders-by-phone.ts'
import { showBuyerPhone } from './shop/show-buyer-phone.ts'

export const orders: Feature<OrderCommands> = {
  commands: {
    'order-cart': orderCart,
    'reduce-order': reduceOrder,
    'cancel-order': cancelOrder,
    'choose-fulfilment': chooseFulfilment,
    'show-buyer-phone': showBuyerPhone,
    'find-orders-by-phone': findOrdersByPhone,
    'add-shop-note': addShopNote,
  },
  jobs: ({ database, siteUrl }) => ({
    'expire-holds': { run: () => expireHolds(database, siteUrl), everySeconds: 15 },
    'remind-of-payments': { run: () => remindOfPayments(database, siteUrl), everySeconds: 60 },
  }),
}
