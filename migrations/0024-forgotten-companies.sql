-- Companies that asked not to be in the register here.

-- forgotten_company: one row an enterprise that is left out of the register of companies, by its ten digits.
create table forgotten_company (
  enterprise_number text not null primary key,
  forgotten_at bigint not null
);
