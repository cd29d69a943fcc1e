/**
 * What is read of the provider's answers, as schemas. An answer of another form is no answer: nothing is concluded from it, and it is
 * asked for again.
 */
import Type, { type Static, type TSchema } from 'typebox'

const word = Type.String({ minLength: 1, maxLength: 255 })
/** Seconds of the epoch, up to the end of the year 9999. */
const seconds = Type.Integer({ minimum: 0, maximum: 253_402_300_799 })
const orNull = <Form extends TSchema>(form: Form) => Type.Union([form, Type.Null()])
const metadata = Type.Record(Type.String(), Type.String())

/** What `set-up` compares with what is wanted: the rest of such an answer is compared as it comes. */
export const productForm = Type.Object({ id: word, active: Type.Boolean() })
export const soldPriceForm = Type.Object({ id: word, active: Type.Boolean(), metadata })
export const endpointForm = Type.Object({
  ...{ url: Type.String(), status: Type.String(), enabled_events: Type.Array(Type.String()) },
})

export const idForm = Type.Object({ id: word })
export const urlForm = Type.Object({ url: Type.String({ minLength: 1 }) })
export const priceForm = Type.Object({ id: word, lookup_key: orNull(Type.String()), metadata })
export const customerForm = Type.Object({ id: word, deleted: Type.Optional(Type.Boolean()) })
export const customersForm = Type.Object({
  ...{ data: Type.Array(Type.Object({ id: word, metadata })), has_more: Type.Boolean() },
})
export const checkoutForm = Type.Object({
  ...{ id: word, url: orNull(Type.String()), metadata: orNull(metadata), expires_at: seconds },
})
export const portalForm = orNull(Type.Object({ id: word }))
export const subscriptionForm = Type.Object({
  ...{ id: word, status: word, cancel_at: orNull(seconds), cancel_at_period_end: Type.Boolean(), created: seconds },
  items: Type.Object({
    data: Type.Array(
      Type.Object({
        price: Type.Object({ lookup_key: orNull(Type.String()), metadata }),
        current_period_end: seconds,
      }),
    ),
  }),
})

export type AnsweredSubscription = Static<typeof subscriptionForm>
export type AnsweredPrice = Pick<Static<typeof priceForm>, 'lookup_key' | 'metadata'>
export type AnsweredCheckout = Static<typeof checkoutForm>

export const listOf = <Form extends TSchema>(form: Form) => Type.Object({ data: Type.Array(form) })
