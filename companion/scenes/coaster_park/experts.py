"""The experts' names in full."""

EXPERTS = {
    "acquisitions": "Acquisitions Expert",
    "attorney": "Contract Attorney",
    "crane": "Crane Operator",
    "demolitions": "Demolitions Expert",
    "engineer": "Engineer",
    "financier": "Financier",
    "foreman": "Construction Foreman",
    "manager": "Warehousing Manager",
    "mechanic": "Ride Mechanic",
    "spy": "Corporate Spy",
}
