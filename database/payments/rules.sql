-- An order does not change while its buyer is at the gateway with its amount, or somebody who takes it over: at most the half hour
-- that a payment lasts.
-- Volatile, so that a caller that holds the order's lock sees a payment begun just before; plpgsql caches the plan.
create function public.is_being_paid(wanted uuid) returns boolean language plpgsql volatile security definer set search_path = '' as $$
begin
  return exists (select from public.payment_parts s join public.payments p on p.id = s.payment_id
    where s.order_id = wanted and p.status in ('initiated', 'pending') and p.expires_at > clock_timestamp())
    or exists (select from public.orders t join public.payment_parts s on s.order_id = t.id join public.payments p on p.id = s.payment_id
    where t.takes_over_order_id = wanted and t.status = 'pending' and p.status in ('initiated', 'pending') and p.expires_at > clock_timestamp());
end $$;

-- Volatile for the same reason.
create function public.is_under_way(payment public.payments) returns boolean language sql volatile as $$
  select payment.status in ('initiated', 'pending') and payment.expires_at > clock_timestamp() and payment.cancelled_at is null
    and payment.pay_url is not null and payment.left_at is null
$$;
comment on function public.is_under_way(public.payments) is 'Whether its payer may be paying at the gateway: the page was opened, and is not known to be left.';

create function public.has_open_dispute(of_order uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from ledger.disputed_orders where order_id = of_order)
$$;
comment on function public.has_open_dispute(uuid) is 'Whether a bank disputes a payment of this order: its money is neither released nor paid out until that ends.';
