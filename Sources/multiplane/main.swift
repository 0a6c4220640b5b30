print("multiplane")
