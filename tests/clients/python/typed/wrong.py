"""What a caller may not write: a checker of types has a fault on each line that ends with `# wrong`, and on no other."""
from __future__ import annotations

from subsidy_measures import SubsidiesClient

client = SubsidiesClient(base_url="https://api.example.org")

client.list_subsidies(region=["flandres"])  # wrong
client.list_subsidies(regions=["flanders"])  # wrong
client.list_subsidies(view="short")  # wrong
client.get_subsidy()  # wrong
client.get_subsidy("al:one", "nl")  # wrong
client.match_company(company={"postcode": 9000})  # wrong
client.match_company(company={"post_code": "9000"})  # wrong
client.match_company(company={"establishment_number": 8999999993})  # wrong
client.match_company(company={"postcode": "9000"}, fill="no")  # wrong
client.get_company(999999922)  # wrong
client.create_webhook(filters={"topics": ["training"]})  # wrong
client.create_webhook(url="https://hooks.example.org", filters={"topics": ["knitting"]})  # wrong
for row in client.each_subsidy():
    print(row["conditions"])  # wrong
    print(row["amount"]["max"])  # wrong
client.sync("a.db")  # wrong
